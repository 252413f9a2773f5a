import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, complaintHtml, field, form, linkButton, links, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { MAX_NAME_LENGTH } from '../../people/users/rules'
import type { GuestObstacle } from '../invitations/guest-link-rules'

/** What a visitor must know before they enter. */
export type GuestOffer = { channel_name: string; hasHistory: boolean; guests_leave: boolean; expires_at: number }

/** Asks a visitor for a name, and says what they will see, and who sees them. */
export function guestForm(
  at: PageContext,
  { channel_name, hasHistory, guests_leave, expires_at }: GuestOffer,
  { full_name, complaint }: { full_name?: string; complaint?: Complaint } = {},
): Response {
  const { guest, fields, join } = at.words
  const until = timeIn(at, expires_at)
  return page(at, {
    title: guest.title(at.letterhead.realm_name),
    body: html`${complaintHtml(at, complaint)}
<p>${guest.about} <b dir="auto"># ${channel_name}</b></p>
<ul>
<li>${hasHistory ? guest.seesAll : guest.seesNew}</li>
<li>${guest.isSeen}</li>
<li>${guests_leave ? guest.leaves(until) : guest.stays}</li>
<li>${guest.browser}</li>
</ul>
${form(html`${field({
  name: 'full_name',
  label: fields.name,
  value: full_name,
  autocomplete: 'name',
  maxlength: MAX_NAME_LENGTH,
  autofocus: true,
})}
${button(guest.button)}`)}
${links([{ href: '/login', label: join.haveAccount }])}`,
    status: complaint?.status,
  })
}

export function guestObstaclePage(at: PageContext, obstacle: GuestObstacle): Response {
  const { guest, obstacles, join } = at.words
  return page(at, {
    title: guest.notHere,
    body: html`<p>${obstacle === 'invalid link' ? obstacles['invalid link'] : guest.obstacles[obstacle]}</p>
${links([{ href: '/login', label: join.haveAccount }])}`,
    status: obstacle === 'invalid link' ? 404 : 403,
  })
}

/** For a browser that is logged in: entering would end its session. */
export const loggedInPage = (at: PageContext, { full_name, path }: { full_name: string; path: string }): Response =>
  page(at, {
    title: at.words.guest.loggedInTitle,
    body: html`<p>${at.words.guest.loggedIn(full_name)}</p>
${linkButton(path, at.words.guest.open)}`,
  })

const timeIn = ({ language }: PageContext, seconds: number): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(seconds * 1000)
