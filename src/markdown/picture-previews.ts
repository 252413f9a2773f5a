import { escapeAttribute } from './escape'
import { PLACEHOLDER_PATH, type PictureLookup, type UploadedPicture } from './template'

/** With the size, a client reserves the place of the picture before it has arrived. */
export function picturePreview({ href, title, isAlone }: PictureLookup, picture: UploadedPicture): string {
  const link = {
    href: escapeAttribute(href),
    title: title === undefined ? undefined : escapeAttribute(title),
  }
  return picture.state === 'failed' ? plainLink(link, isAlone) : linkedPicture(link, picture)
}

/**
 * Replaces the placeholders of uploaded pictures in the HTML of a message. `find` returns the picture at a path after
 * `user_uploads/`, or undefined if its placeholder stays. Only `picturePreview` writes this form: authors cannot write HTML.
 */
export function replacePlaceholders(html: string, find: (path: string) => UploadedPicture | undefined): string {
  return html.replaceAll(PLACEHOLDER, (preview, href: string, title: string | undefined) => {
    const path = /^\/?user_uploads\/([^?#]+)/.exec(href)?.[1]
    const picture = path === undefined ? undefined : find(path)
    if (picture === undefined || picture.state === 'pending') return preview
    if (picture.state !== 'failed') return linkedPicture({ href, title }, picture)
    return plainLink({ href, title }, html.split(`<a href="${href}"`).length === 2)
  })
}

const PLACEHOLDER =
  /<div class="message_inline_image"><a href="([^"]*)"(?: title="([^"]*)")?><img class="image-loading-placeholder"[^>]*><\/a><\/div>/g

/** The parts of a link, escaped for double quotes. */
type LinkAttributes = { href: string; title: string | undefined }

const linkedPicture = ({ href, title }: LinkAttributes, picture: UploadedPicture): string =>
  `<div class="message_inline_image"><a href="${href}"${title === undefined ? '' : ` title="${title}"`}>` +
  `${pictureElement(picture)}</a></div>`

/** A damaged picture has no preview. If its preview replaced the link, the link comes back. */
const plainLink = ({ href, title = href }: LinkAttributes, isAlone: boolean): string =>
  isAlone ? `<p><a href="${href}">${title}</a></p>` : ''

function pictureElement({ content_type, width, height, isAnimated, state, thumbnail_url }: UploadedPicture): string {
  const facts = `data-original-content-type="${escapeAttribute(content_type)}" data-original-dimensions="${width}x${height}"`
  if (state === 'pending') return `<img class="image-loading-placeholder" ${facts} src="${PLACEHOLDER_PATH}">`
  const animated = isAnimated ? 'data-animated="true" ' : ''
  return `<img ${animated}${facts} src="${escapeAttribute(thumbnail_url)}">`
}
