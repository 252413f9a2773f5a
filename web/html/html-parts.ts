import { trustedTypes } from '../look/trusted-types'

/** The server rendered and escaped this HTML. This is the only place where it enters the page. */
const policy = trustedTypes.createPolicy('server-html', { createHTML: (html) => html })

/** Returns the server's HTML as nodes that are in no document yet: they load no pictures. */
export function partsOf(html: string): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = policy.createHTML(html)
  if (html.includes('inline-image')) template.content.querySelectorAll('img').forEach(linkToFile)
  return template.content
}

/** A picture within the text opens like a preview. */
function linkToFile(image: HTMLImageElement) {
  const { originalSrc } = image.dataset
  if (originalSrc === undefined) return
  const [frame, link] = [document.createElement('span'), document.createElement('a')]
  frame.className = 'message_inline_image'
  link.href = originalSrc
  link.title = image.alt
  image.replaceWith(frame)
  frame.append(link)
  link.append(image)
}
