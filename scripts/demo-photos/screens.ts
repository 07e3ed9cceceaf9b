export const PITCH = `<rect width="160" height="90" fill="#2f7d32"/>${[0, 1, 2, 3, 4].map((strip) => `<rect x="${strip * 32}" width="16" height="90" fill="#3b8f3e"/>`).join('')}<g fill="none" stroke="#eef7ee" stroke-width="0.9"><path d="M0 18 h160 M80 18 v72"/><ellipse cx="80" cy="56" rx="20" ry="13"/><path d="M0 34 h22 v42 h-22"/></g><rect width="160" height="18" fill="#27313f"/>${Array.from({ length: 60 }, (_, index) => `<circle cx="${(index * 37) % 160}" cy="${3 + ((index * 7) % 13)}" r="1.3" fill="${['#c0392b', '#f4d03f', '#ecf0f1', '#2e86c1'][index % 4]}"/>`).join('')}${(
  [
    [40, 40, 0],
    [62, 62, 1],
    [70, 44, 0],
    [96, 58, 1],
    [104, 38, 0],
    [122, 66, 1],
    [134, 48, 0],
    [52, 76, 1],
  ] as const
)
  .map(
    ([x, y, team]) =>
      `<ellipse cx="${x}" cy="${y + 5}" rx="2.6" ry="0.9" fill="#1b4d1e"/><rect x="${x - 1.5}" y="${y - 2}" width="3" height="4.4" rx="1" fill="${team ? '#fff' : '#c0392b'}"/><rect x="${x - 1.2}" y="${y + 2}" width="2.4" height="3.2" fill="${team ? '#111' : '#fff'}"/><circle cx="${x}" cy="${y - 3.2}" r="1.4" fill="#4a2c17"/>`,
  )
  .join(
    '',
  )}<circle cx="84" cy="57" r="1.1" fill="#fff"/><rect x="6" y="5" width="46" height="7" fill="#0b1f3a"/><text x="9" y="10.6" font-size="5.4" fill="#fff" font-weight="700">KOT 1 - 1 HEA  63:20</text>`
export const APPS = `<linearGradient id="t" x2="1" y2="1"><stop stop-color="#1e1b4b"/><stop offset="1" stop-color="#0e7490"/></linearGradient><rect width="160" height="90" fill="url(#t)"/><rect x="8" y="8" width="96" height="42" rx="3" fill="#b45309"/><circle cx="84" cy="30" r="13" fill="#fbbf24"/><path d="M8 50 L40 22 L62 42 L78 32 L104 50 Z" fill="#422006"/><text x="13" y="20" font-size="7" font-weight="700" fill="#fff">Watch again</text><rect x="108" y="8" width="44" height="20" rx="3" fill="#be123c"/><rect x="108" y="31" width="44" height="19" rx="3" fill="#047857"/>${['#e50914', '#fff', '#1db954', '#00a8e1', '#f59e0b', '#7c3aed'].map((colour, index) => `<rect x="${8 + index * 24.4}" y="58" width="21" height="13" rx="2.5" fill="${colour}"/>`).join('')}<g fill="#cbd5e1">${[0, 1, 2, 3].map((row) => `<rect x="${8 + row * 37}" y="76" width="33" height="14" rx="2"/>`).join('')}</g>`
export const SUNSET = `<linearGradient id="t" x2="0" y2="1"><stop stop-color="#1e2a5a"/><stop offset="0.45" stop-color="#d9603b"/><stop offset="0.62" stop-color="#fbbf5a"/></linearGradient><rect width="160" height="90" fill="url(#t)"/><circle cx="104" cy="52" r="9" fill="#fff3c4"/><path d="M0 58 h160 v32 h-160 z" fill="#7c3f3a"/><path d="M0 58 h160 v9 h-160 z" fill="#c47a4a"/><path d="M98 58 h12 l10 32 h-32 z" fill="#fcd58a" opacity="0.75"/><path d="M0 70 q40 -14 90 6 t70 6 v8 h-160 z" fill="#2b1620"/><g stroke="#1a0e16" stroke-width="2.6" fill="none"><path d="M34 82 q4 -30 -2 -52"/><path d="M32 30 q14 -10 24 2 M32 30 q-14 -10 -24 4 M32 30 q6 -16 20 -14 M32 30 q-8 -14 -20 -10 M32 30 q10 2 14 14 M32 30 q-10 2 -14 14"/></g>`
export const BULLETIN = `<rect width="160" height="90" fill="#12305e"/><rect x="84" y="8" width="68" height="46" fill="#94a3b8"/><rect x="84" y="34" width="68" height="20" fill="#64748b"/><rect x="96" y="20" width="10" height="34" fill="#cbd5e1"/><rect x="112" y="14" width="14" height="40" fill="#e2e8f0"/><rect x="132" y="26" width="12" height="28" fill="#cbd5e1"/><path d="M22 90 q0 -34 24 -34 t24 34 z" fill="#7f1d1d"/><rect x="40" y="48" width="12" height="12" fill="#4a2c17"/><ellipse cx="46" cy="38" rx="11" ry="14" fill="#57341c"/><path d="M34 36 q0 -18 12 -18 t12 18 q-4 -10 -12 -10 t-12 10 z" fill="#111"/><path d="M43 58 l3 6 l3 -6 z" fill="#fff"/><rect y="68" width="160" height="13" fill="#f4f4f4"/><rect y="68" width="38" height="13" fill="#b91c1c"/><text x="5" y="77.4" font-size="7.4" font-weight="700" fill="#fff">NEWS</text><text x="44" y="77.4" font-size="7" font-weight="700" fill="#111">Cocoa harvest begins early</text>`
