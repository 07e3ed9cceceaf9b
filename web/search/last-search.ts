/** Of the tab's storage: words whose results it showed last, until one of them is opened and its view says so. */
export const LAST_SEARCH = 'sankofa.search'
