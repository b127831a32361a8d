// Looks for what could run or load in the tree that the browser has made, then
// sends every element the events that a person or the browser could.
(() => {
    const found = [];
    const forbidden = new Set(["script", "iframe", "frame", "object", "embed", "applet", "base",
        "link", "form", "template", "foreignobject", "use", "image", "animate", "set", "video",
        "audio", "source", "track", "portal", "fencedframe", "noscript", "textarea", "select"]);
    const elements = [...document.querySelectorAll("*")];
    for (const element of elements) {
        const name = element.localName.toLowerCase();
        if (forbidden.has(name)) found.push(`<${name}>`);
        if (element.shadowRoot) found.push(`${name} with a shadow`);
        for (const attribute of element.attributes) {
            const key = attribute.name.toLowerCase();
            if (key.startsWith("on")) found.push(`${name}@${key}`);
            if (["srcdoc", "srcset", "formaction", "action", "background", "ping", "target",
                "http-equiv", "is", "contenteditable", "autofocus"].includes(key)) {
                found.push(`${name}@${key}`);
            }
        }
        if (name === "a" && element.protocol === "javascript:") found.push("a javascript:");
        for (const key of ["href", "xlink:href"]) {
            if (name !== "a" && element.hasAttribute(key)) found.push(`${name}@${key}`);
        }
        if (name === "img" && element.src && !element.src.startsWith("data:")) {
            found.push(`img ${element.src.slice(0, 40)}`);
        }
    }
    const events = ["pointerenter", "pointerdown", "mouseover", "mouseenter", "mousemove",
        "mousedown", "auxclick", "dblclick", "contextmenu", "wheel", "touchstart", "keydown",
        "focus", "focusin", "blur", "input", "beforeinput", "change", "toggle", "beforetoggle",
        "load", "error", "animationstart", "animationend", "transitionstart", "transitionend",
        "scroll", "scrollend", "begin", "end", "start", "slotchange", "close", "cancel"];
    for (const target of [window, document, ...elements]) {
        const own = [...(target.attributes ?? [])].map((attribute) => attribute.name.toLowerCase())
            .filter((name) => name.startsWith("on")).map((name) => name.slice(2));
        for (const type of new Set([...events, ...own])) {
            target.dispatchEvent(new Event(type, { cancelable: true }));
        }
    }
    for (const element of elements) {
        try { element.focus?.(); } catch { /* Not every element can be. */ }
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
    return found;
})()
