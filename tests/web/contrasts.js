/* How well every word on a page can be read, as WCAG works it out: how many words there are, and those below AA. */
() => {
  const colour = (words) => { const [r, g, b, a = 1] = (words.match(/[\d.]+/g) || [0, 0, 0, 0]).map(Number); return {r, g, b, a}; };
  const part = (v) => v / 255 <= .03928 ? v / 255 / 12.92 : ((v / 255 + .055) / 1.055) ** 2.4;
  const light = ({r, g, b}) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
  const ratio = (one, other) => { const [a, b] = [light(one), light(other)].sort((x, y) => y - x); return (a + .05) / (b + .05); };
  const behind = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const found = colour(getComputedStyle(at).backgroundColor);
      if (found.a === 1) return found;
    }
    return {r: 255, g: 255, b: 255};
  };
  let seen = 0;
  const poor = new Set();
  const look = (words, fore, back, least) => {
    seen += 1;
    if (ratio(fore, back) < least) poor.add(`${words}: ${ratio(fore, back).toFixed(2)}`);
  };
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    const style = getComputedStyle(one), box = one.getBoundingClientRect();
    if (!own || !box.width || !box.height || one.closest(".hidden, svg, noscript, script, style")) continue;
    const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
    look(`${one.tagName} ${one.className} “${one.textContent.trim().slice(0, 30)}”`, colour(style.color), behind(one), large ? 3 : 4.5);
  }
  for (const one of document.querySelectorAll("svg text:not(.label)")) {
    const shape = one.previousElementSibling;
    if (shape && shape.tagName !== "text" && shape.tagName !== "title") {
      look(`map “${one.textContent}”`, colour(getComputedStyle(one).fill), colour(getComputedStyle(shape).fill), 4.5);
    }
  }
  return {seen, poor: [...poor]};
}
