/** Buttons that the client draws for each entry of a list, that the menu of the view has too, or of what is open above the view. */
export const REPEATED = '.msg, .conv, .row, .sec, .in-menu, li, tr, dialog, [popover], .parked, .find, .tabs'

/** Returns the buttons in sight that stand for themselves. */
export const singleButtons = (root: HTMLElement): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('button:enabled')].filter(
    (button) => button.closest(REPEATED) === null && button.checkVisibility({ visibilityProperty: true }),
  )
