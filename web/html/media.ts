import type { Client } from '../client/client'
import { words } from '../words/en'
import { PICTURES } from './pictures'

/** Selects what `enrich` improves. Most messages have none of it. */
const RICH = [
  'table',
  '.message_inline_video',
  '.codehilite',
  'a[href*="user_uploads/"]',
  '.message_inline_image img',
].join()

/** Adds what a message needs beyond the HTML of the server: the viewer of pictures, styles of formulas, and what few messages have. */
export function addMediaActions(client: Client, body: HTMLElement): void {
  for (const [at, link] of body.querySelectorAll<HTMLAnchorElement>(PICTURES).entries()) {
    const image = link.querySelector('img')
    if (image === null) continue
    image.alt ||= link.title || words.picture
    reservePlace(client, image)
    link.addEventListener('click', (event) => {
      const message_id = Number(link.closest<HTMLElement>('[data-id]')?.dataset.id)
      // A preview has no message yet: the link opens the file.
      if (event.ctrlKey || event.metaKey || event.shiftKey || !(message_id > 0)) return
      event.preventDefault()
      void import('../base/beside').then(({ openPart }) => openPart(client, { part: 'picture', message_id, at }))
    })
  }
  makeGallery(body)
  for (const pre of body.querySelectorAll<HTMLElement>('pre')) {
    pre.tabIndex = 0
    pre.setAttribute('role', 'group')
    pre.setAttribute('aria-label', pre.closest<HTMLElement>('.codehilite')?.dataset.codeLanguage || words.code)
  }
  if (body.querySelector('.katex')) loadFormulaStyles(client)
  if (body.querySelector(RICH)) import('./rich-media').then(({ enrich }) => enrich(client, body), client.report)
}

const MAX_IN_GALLERY = 4

/** Pictures that follow each other become a row of small ones. The last one says how many there are more. */
function makeGallery(body: HTMLElement) {
  const next = '.message_inline_image:not(.youtube-video)'
  for (const first of body.querySelectorAll(`:scope > ${next}`)) {
    if (first.parentElement !== body || first.nextElementSibling?.matches(next) !== true) continue
    const gallery = document.createElement('div')
    gallery.className = 'pics'
    hideNames(first)
    first.before(gallery)
    while (gallery.nextElementSibling?.matches(next)) gallery.append(gallery.nextElementSibling)
    const more = gallery.childElementCount - MAX_IN_GALLERY
    if (more < 1) continue
    const over = document.createElement('span')
    over.className = 'over'
    over.textContent = `+${more}`
    gallery.children[MAX_IN_GALLERY - 1]?.firstElementChild?.append(over)
  }
}

/** A paragraph of nothing but links to the pictures below it says nothing more: each picture has its name. */
function hideNames(picture: Element) {
  const names = picture.previousElementSibling
  if (!(names instanceof HTMLParagraphElement)) return
  const isName = (node: Node) =>
    node.textContent?.trim() === '' ||
    (node instanceof HTMLAnchorElement &&
      picture.parentElement?.querySelector(
        `.message_inline_image [href="${CSS.escape(node.getAttribute('href') ?? '')}"]`,
      ) !== null)
  names.hidden = [...names.childNodes].every(isName)
}

const MAX_WIDTH = 360
const MAX_HEIGHT = 240

/** Gives a picture its place before it has arrived, so that it moves nothing. */
function reservePlace({ store }: Client, image: HTMLImageElement) {
  const [width = 0, height = 0] = (image.dataset.originalDimensions ?? '').split('x').map(Number)
  if (!(width > 0 && height > 0)) return
  const enlarged = (store.state.realm_media_preview_size ?? 100) / 100
  const scale = Math.min(1, (enlarged * MAX_WIDTH) / width, (enlarged * MAX_HEIGHT) / height)
  image.width = Math.max(1, Math.round(width * scale))
  image.height = Math.max(1, Math.round(height * scale))
}

let styles: Promise<unknown> | undefined

/** The styles and fonts of formulas are large, so the first formula fetches them. */
function loadFormulaStyles({ report }: Client) {
  styles ??= import('./formulas').catch((error: unknown) => {
    styles = undefined
    report(error)
  })
}
