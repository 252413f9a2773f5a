/** The events that views handle at the document. The build refuses a view with another one. */
export const DELEGATED_EVENTS = [
  'click',
  'contextmenu',
  'dblclick',
  'focusin',
  'focusout',
  'input',
  'keydown',
  'pointerdown',
  'pointermove',
]
