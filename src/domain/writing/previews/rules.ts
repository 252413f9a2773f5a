import { escapeAttribute, escapeLiteral } from '../../../markdown/escape'

/** What a preview of a link shows. All of it is text of the other site. */
export type LinkPreview = { title: string; description: string; image: string }

/** A preview whose picture this server serves. */
export type ShownPreview = LinkPreview & { url: string; image_path: string }

export const FETCHES_PER_MESSAGE = 5
/** How long a preview is kept, and how long it is remembered that there is none. */
export const KEPT_SECONDS = 86_400
export const MISSING_SECONDS = 3600

/** Returns the HTML of a message with a preview of each link that the message still has, and has no preview of yet. */
export function withPreviews(html: string, previews: readonly ShownPreview[]): string {
  const missing = previews.filter(
    ({ url }) => html.includes(`href="${escapeAttribute(url)}"`) && !html.includes(startOf(url)),
  )
  return missing.length === 0 ? html : [html, ...missing.map(embedElement)].join('\n')
}

const startOf = (url: string) =>
  `<div class="message_embed"><a class="message_embed_image" href="${escapeAttribute(url)}"`

/** The address of the picture is a path of this server with digits only, so it cannot end the style. */
function embedElement({ url, title, description, image_path }: ShownPreview): string {
  const [href, label] = [escapeAttribute(url), escapeAttribute(title)]
  return (
    `${startOf(url)} style="background-image: url(${image_path})"></a><div class="data-container">` +
    `<div class="message_embed_title"><a href="${href}" title="${label}">${escapeLiteral(title)}</a></div>` +
    `<div class="message_embed_description">${escapeLiteral(description)}</div></div></div>`
  )
}
