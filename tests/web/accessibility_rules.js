// Rules of accessibility that a script can check: names, labels, alternatives, order of headings, contrast of texts (WCAG AA).
(() => {
  const problems = [];
  const name = (e) => (e.getAttribute('aria-label') || e.textContent || '').trim() || [...e.querySelectorAll('img')].map(i => i.alt).join('');
  for (const e of document.querySelectorAll('a, button, summary')) if (!name(e)) problems.push('no name: ' + e.outerHTML);
  for (const e of document.querySelectorAll('input:not([type=hidden]), textarea, select')) if (!e.labels.length && !e.getAttribute('aria-label')) problems.push('no label: ' + e.name);
  for (const e of document.images) if (!e.alt) problems.push('no alternative: ' + e.src);
  const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
  if (new Set(ids).size !== ids.length) problems.push('an id occurs twice');
  const levels = [...document.querySelectorAll('h1, h2, h3')].map(e => +e.tagName[1]);
  if (levels.filter(l => l === 1).length !== 1) problems.push('not one h1');
  levels.forEach((l, i) => { if (i && l > levels[i - 1] + 1) problems.push('a heading skips a level'); });
  if (!document.documentElement.lang || !document.title) problems.push('no language or title');
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const rgba = (c) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = (c) => { const [r, g, b] = c.slice(0, 3).map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const ground = (e) => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] === 255) return c; } return [255, 255, 255]; };
  for (const e of document.querySelectorAll('main *, header *')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.checkVisibility()) continue;
    const [a, b] = [light(rgba(getComputedStyle(e).color)), light(ground(e))].sort((x, y) => y - x);
    const size = parseFloat(getComputedStyle(e).fontSize);
    if ((a + 0.05) / (b + 0.05) < (size >= 24 ? 3 : 4.5)) problems.push('contrast: ' + e.outerHTML.slice(0, 90));
  }
  return problems;
})()
