const wordsOf = (text: string): string[] => text.trim().split(/\s+/)

const PLACES = `
  ghana ghanaian accra kumasi tamale takoradi sekondi tema koforidua sunyani bolgatanga bolga wa ho cape coast obuasi
  techiman kasoa madina adenta ashaiman teshie nungua lapaz osu labadi labone cantonments dansoman kaneshie achimota
  legon spintex dome kwabenya amasaman nsawam suhum nkawkaw mampong konongo ejura bekwai tarkwa prestea axim elmina
  winneba swedru saltpond akosombo aflao keta hohoe kpando yendi navrongo bawku damongo wenchi berekum dormaa goaso
  bibiani juaben asokwa bantama adum suame tafo ejisu akropong aburi akim kibi nima mamprobi odorkor weija sakumono
  ashanti asante akan fante fanti twi ewe dagomba gonja volta western eastern northern central savannah oti ahafo bono
  brong africa african nigeria lagos london america knust ucc uew upsa gimpa ashesi uds umat presec prempeh`

const DAY_NAMES = `
  kwadwo kwadjo kojo jojo kwabena kobina kobby ebo kwaku kweku kwaw yaw yao yawo kofi fiifi kwame kwamena ato kwesi kwasi
  akwasi siisi adwoa adjoa ajoa abena abenaa araba akua ekua aku yaa yaaba aba afua afia efua efia ama amba akosua akos
  esi ekow ekuwa kuukua papa paa nii naa nana ohene ohemaa obaa obaapa maame`

const NAMES = `
  abdul abdulai mohammed muhammed muhammad ibrahim yakubu issah iddrisu fuseini alhassan sulemana seidu fatima fati amina
  memuna rahinatu rashida rashid mariam zainab salamatu hajia alhaji dzifa selorm elorm delali mawuli mawuena mawusi edem
  etornam senam sena kafui yayra elikem eyram esinam emefa dela kodzo kosi komla koku emmanuel emma samuel daniel isaac
  joseph joe david john michael mike stephen peter paul james kelvin richard francis george frank eric prince princess
  grace mercy comfort gifty abigail esther mary martha elizabeth lizzy linda sandra vida patience peace joyce janet
  felicia doris ernestina priscilla gloria beatrice rebecca sarah ruth hannah precious charity evans bright desmond
  ebenezer benjamin gideon collins godfred philip theophilus caleb justice wisdom promise serwaa serwah pokuaa konadu
  mensah owusu boateng asante osei appiah agyeman agyemang addo asamoah amponsah ampofo frimpong ofori antwi adjei agyei
  acheampong amoah amoako ankomah ansah arthur asiedu asare ayew baah badu baffour bediako boakye bonsu bempah dadzie
  danquah darko darkwah donkor duah essien fosu gyamfi gyan gyasi kuffour kufuor kyei kyeremeh larbi lamptey lartey mahama
  manu marfo mireku nkansah nkrumah nti ntim nyarko obeng ofosu okyere opoku oppong oduro sarpong tetteh teye nartey quaye
  quartey quansah sackey sarkodie tawiah twum yeboah yankah adomako akoto aidoo acquah amankwah amissah annan anane baiden
  coffie cudjoe debrah dankwa eshun forson hammond kissi koomson kumi mills nunoo nketia ocran odoi okai otoo rawlings
  akufo bawumia busia limann npp ndc`

const FAITH = `
  jesus god gods christ christian lord holy spirit allah nyame onyame onyankopon nyankopon odomankoma mawu yehowa jehovah
  yahweh yesu awurade adonai bible psalm psalms church pastor prophet amen hallelujah halleluyah blessed blessing
  blessings bless favour favor faith hope glory praise prayer pray thank thanks miracle anointed saved heaven angel
  angels divine gye bekyere adom nhyira aseda elshaddai zion israel pentecost methodist catholic islam muslim inshallah
  alhamdulillah bismillah genesis exodus joshua judges samuel kings proverbs isaiah jeremiah ezekiel hosea joel amos
  matthew mark luke acts romans corinthians galatians ephesians philippians colossians timothy titus hebrews revelation`

const FOOTBALL = `
  kotoko hearts oak blackstars star stars chelsea arsenal liverpool manchester manutd manunited mancity united barcelona
  barca madrid juventus bayern psg milan tottenham dortmund messi ronaldo neymar mbappe cristiano abedi pele muntari
  partey kudus salah drogba rooney henry lukaku hazard saka haaland champions champion football goal medeama aduana
  olympics dwarfs`

const LIFE = `
  waakye jollof banku fufu kenkey kelewele kontomire tilapia shito gari gobe redred ampesi koko koose sobolo bofrot
  plantain omotuo pito akpeteshie indomie momo mtn vodafone airtel tigo telecel glo cedi cedis money cash susu ecg dstv
  gotv akwaaba medaase medaasi maakye chale charley charle obroni oburoni obibini abrokyire sankofa trotro tro kente azonto
  hiplife highlife oware agoo sika odo shatta wale stonebwoy kidi kuami eugene sherif medikal efya lumba adinkra ananse
  nyansa biribi soro nkyere abofra dua tete gyata osebo akoma akwantu asem owuo oman nipa facebook whatsapp tiktok
  instagram google samsung iphone tecno infinix itel nokia internet`

/** Words that passwords in Ghana are made of. */
export const LOCAL_WORDS: readonly string[] = [
  ...new Set([PLACES, DAY_NAMES, NAMES, FAITH, FOOTBALL, LIFE].flatMap(wordsOf)),
]

/** Words that join them, and words that people everywhere add or use by themselves. */
export const EVERYDAY_WORDS: readonly string[] = [
  ...new Set(
    wordsOf(`
      i u you my me we us is are am was be the a an of in to for from and or not no yes so if but at by on with do did does
      it this that he she they him her his our your its one two only all any every time ever never always again now here
      good great best better real true nice fine sweet cool hot big small little new old young rich poor black white red
      proud happy lucky lovely pretty beautiful amazing strong born made free first last number top super mega
      love loves lover loved loving live life alive like want need trust know go come see get give take make work play win
      man men boy boys girl girls guy woman lady king queen princess prince boss chief baby babe bae child children kid son
      sons daughter wife husband brother sister bro sis mother father mum mom mummy mommy mama dad daddy papa uncle auntie
      aunty family friend friends home house land country city town garden school teacher student doctor nurse lawyer
      heart soul mind body star sun sunshine moon sky rain fire gold golden diamond flower rose lion tiger eagle dragon
      monkey dog cat bird fish day days night morning week month year years today birthday christmas easter xmas eid mubarak
      ramadan holiday monday tuesday wednesday thursday friday saturday sunday january february march april may june july
      august september october november december spring summer winter autumn
      east west north south fc utd city club team fan fans game games music dance party power peace joy dream dreams secret
      pass password word login log user username name admin root test guest default change welcome hello hi computer phone
      mobile account market online site shop secure security safe key open access money bank dollar
      qwe qwer qwert qwerty rty asd asdf zxc zxcv qaz wsx edc abc abcd xyz
      jah bro gee el san saint mr mrs ms dr sir na ne wo se me ye yen nni obi bi mi te sen da yie eye zu yewu din pa oo paa`),
  ),
]
