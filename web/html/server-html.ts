import type { Client } from '../client/client'
import './body.css'
import './media.css'
import { addMediaActions } from './media'
import { partsOf } from './html-parts'
import { fullTime } from '../parts/time'
import { glyphOf } from '../parts/emoji'
import { printCard } from '../routes/card'
import { words } from '../words/en'

/** Shows the server's HTML in an element, with emoji, times and links as this client shows them. */
export function showServerHtml(client: Client, element: HTMLElement, html: string, ownId: number): void {
  element.replaceChildren(partsOf(html))
  const { emojiset, parley_link_previews } = client.store.state.user_settings
  if (!parley_link_previews) for (const embed of element.querySelectorAll('.message_embed')) embed.remove()
  const isText = emojiset === 'text'
  for (const emoji of element.querySelectorAll('span.emoji')) {
    const code = /emoji-([0-9a-f-]+)/.exec(emoji.className)?.[1]
    // The server writes the name, which some users prefer.
    if (code && !isText) emoji.textContent = glyphOf(code) || emoji.textContent
  }
  for (const time of element.querySelectorAll('time[datetime]')) {
    const seconds = Date.parse(time.getAttribute('datetime') ?? '') / 1000
    if (Number.isFinite(seconds)) time.textContent = fullTime(seconds)
  }
  for (const mention of element.querySelectorAll(`[data-user-id="${ownId}"], .user-mention[data-user-id="*"]`))
    mention.classList.add('me')
  linkMentions(element)
  for (const link of element.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (href.startsWith('#')) continue
    const own = href.startsWith(`${location.origin}/#`) || href.startsWith('/#')
    if (own) link.setAttribute('href', href.slice(href.indexOf('#')))
    else {
      link.target = '_blank'
      link.rel = 'noopener noreferrer'
    }
  }
  for (const picture of element.querySelectorAll('img')) {
    picture.loading = 'lazy'
    picture.decoding = 'async'
  }
  for (const spoiler of element.querySelectorAll('.spoiler-block')) foldSpoiler(spoiler)
  addMediaActions(client, element)
  element.classList.toggle('broad', element.querySelector(':scope > :is(table, .codehilite, .pics)') !== null)
}

/** A mention opens the card of the user or the group. */
function linkMentions(element: HTMLElement) {
  for (const mention of element.querySelectorAll<HTMLElement>('span.user-mention, span.user-group-mention')) {
    const { userId, userGroupId } = mention.dataset
    const id = Number(userId ?? userGroupId)
    if (!Number.isInteger(id)) continue
    const link = document.createElement('a')
    link.href = printCard({ card: userId === undefined ? 'group' : 'user', id })
    link.className = mention.className
    link.append(...mention.childNodes)
    mention.replaceWith(link)
  }
}

function foldSpoiler(spoiler: Element) {
  const details = document.createElement('details')
  const summary = document.createElement('summary')
  summary.append(...(spoiler.querySelector('.spoiler-header')?.childNodes ?? []))
  if (summary.textContent?.trim() === '' && summary.querySelector('img') === null) summary.textContent = words.spoiler
  details.append(summary, ...(spoiler.querySelector('.spoiler-content')?.childNodes ?? []))
  spoiler.replaceWith(details)
}
