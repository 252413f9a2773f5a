/** A window of the browser that stays above all others. Chromium has it; elsewhere the picture of a screen can leave the page. */
type Pictures = { requestWindow: (size: { width: number; height: number }) => Promise<Window> }

declare global {
  var documentPictureInPicture: Pictures | undefined
}

const pictures = (): Pictures | undefined => globalThis.documentPictureInPicture

export const canLeavePage = (): boolean => pictures() !== undefined

const SIZE = { width: 360, height: 240 }

/** Shows an element in a small window of its own, until the user closes it. */
export async function leavePage(element: HTMLElement): Promise<void> {
  const small = await pictures()?.requestWindow(SIZE)
  if (small === undefined) return
  const home = document.createComment('')
  element.before(home)
  const { documentElement } = small.document
  documentElement.className = document.documentElement.className
  for (const { name, value } of document.documentElement.attributes) documentElement.setAttribute(name, value)
  for (const sheet of document.querySelectorAll('link[rel="stylesheet"]')) small.document.head.append(sheet.cloneNode())
  const sprite = document.querySelector('body > svg')
  if (sprite) small.document.body.append(sprite.cloneNode(true))
  small.document.body.append(element)
  small.addEventListener('pagehide', () => home.replaceWith(element))
}
