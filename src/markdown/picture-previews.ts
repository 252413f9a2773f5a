import { escapeAttribute } from './escape'
import { PLACEHOLDER_PATH, type ImageLookup, type PictureLookup, type UploadedPicture } from './template'

/** With the size, a client reserves the place of the picture before it has arrived. */
export function picturePreview({ href, title, isAlone }: PictureLookup, picture: UploadedPicture): string {
  const link = {
    href: escapeAttribute(href),
    title: title === undefined ? undefined : escapeAttribute(title),
  }
  return picture.state === 'failed' ? plainLink(link, isAlone) : linkedPicture(link, picture)
}

/** Returns a picture within the text. Its address is that of the thumbnail; clients open `data-original-src`. */
export const inlineImage = ({ path, alt }: ImageLookup, picture: UploadedPicture): string =>
  imageElement({ alt: escapeAttribute(alt), source: escapeAttribute(`/user_uploads/${path}`) }, picture)

function imageElement({ alt, source }: { alt: string; source: string }, picture: UploadedPicture): string {
  const isPending = picture.state === 'pending'
  const names = isPending ? 'inline-image image-loading-placeholder' : 'inline-image'
  const src = isPending ? PLACEHOLDER_PATH : escapeAttribute(picture.thumbnail_url)
  const animated = picture.isAnimated && !isPending ? 'data-animated="true" ' : ''
  return `<img alt="${alt}" class="${names}" ${animated}${factsOf(picture)} data-original-src="${source}" src="${src}">`
}

/**
 * Replaces the placeholders of uploaded pictures in the HTML of a message. `find` returns the picture at a path after
 * `user_uploads/`, or undefined if its placeholder stays. Only functions above write these forms: authors cannot write HTML.
 */
export function replacePlaceholders(html: string, find: (path: string) => UploadedPicture | undefined): string {
  return replaceImages(html, find).replaceAll(PLACEHOLDER, (preview, href: string, title: string | undefined) => {
    const path = /^\/?user_uploads\/([^?#]+)/.exec(href)?.[1]
    const picture = path === undefined ? undefined : find(path)
    if (picture === undefined || picture.state === 'pending') return preview
    if (picture.state !== 'failed') return linkedPicture({ href, title }, picture)
    return plainLink({ href, title }, html.split(`<a href="${href}"`).length === 2)
  })
}

const PLACEHOLDER =
  /<div class="message_inline_image"><a href="([^"]*)"(?: title="([^"]*)")?><img class="image-loading-placeholder"[^>]*><\/a><\/div>/g

/** A damaged picture is a link to its file, as it is in a message that is sent later. */
const replaceImages = (html: string, find: (path: string) => UploadedPicture | undefined): string =>
  html.replaceAll(IMAGE_PLACEHOLDER, (image, alt: string, source: string) => {
    const picture = find(source.replace(/^\/user_uploads\//, ''))
    if (picture === undefined || picture.state === 'pending') return image
    return picture.state === 'failed'
      ? `<a href="${source}">${alt || source}</a>`
      : imageElement({ alt, source }, picture)
  })

const IMAGE_PLACEHOLDER =
  /<img alt="([^"]*)" class="inline-image image-loading-placeholder" data-original-content-type="[^"]*" data-original-dimensions="\d+x\d+" data-original-src="([^"]*)" src="[^"]*">/g

/** The parts of a link, escaped for double quotes. */
type LinkAttributes = { href: string; title: string | undefined }

const linkedPicture = ({ href, title }: LinkAttributes, picture: UploadedPicture): string =>
  `<div class="message_inline_image"><a href="${href}"${title === undefined ? '' : ` title="${title}"`}>` +
  `${pictureElement(picture)}</a></div>`

/** A damaged picture has no preview. If its preview replaced the link, the link comes back. */
const plainLink = ({ href, title = href }: LinkAttributes, isAlone: boolean): string =>
  isAlone ? `<p><a href="${href}">${title}</a></p>` : ''

const factsOf = ({ content_type, width, height }: UploadedPicture): string =>
  `data-original-content-type="${escapeAttribute(content_type)}" data-original-dimensions="${width}x${height}"`

function pictureElement(picture: UploadedPicture): string {
  const { isAnimated, state, thumbnail_url } = picture
  const facts = factsOf(picture)
  if (state === 'pending') return `<img class="image-loading-placeholder" ${facts} src="${PLACEHOLDER_PATH}">`
  const animated = isAnimated ? 'data-animated="true" ' : ''
  return `<img ${animated}${facts} src="${escapeAttribute(thumbnail_url)}">`
}
