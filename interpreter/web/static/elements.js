/* What every page of ours builds its elements with; it stands before the page's own script. */
"use strict";
const el = (tag, facts, ...inside) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(facts || {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...inside.flat().filter((one) => one != null && one !== false));
  return made;
};
