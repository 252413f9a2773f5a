import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import {
  button,
  complaintHtml,
  field,
  form,
  links,
  newPasswordField,
  PASSWORD_SCRIPT,
  type Complaint,
} from '../../../pages/forms'
import { page } from '../../../pages/page'
import { MAX_NAME_LENGTH, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../people/users/rules'
import { addressForm } from '../../mail/confirmations/pages'
import type { Obstacle } from './sign-up-link'

const STATUS: Record<Obstacle, number> = {
  'deactivated realm': 403,
  'no passwords': 403,
  'invalid link': 404,
  'by invitation only': 403,
}

export function obstaclePage(at: PageContext, obstacle: Obstacle): Response {
  const { join, obstacles } = at.words
  return page(at, {
    title: join.notHere,
    body: html`<p>${obstacles[obstacle]}</p>
${links([{ href: '/login', label: join.haveAccount }])}`,
    status: STATUS[obstacle],
  })
}

/** Asks a visitor without an invitation to an address for the address. */
export const joiningAddressForm = (at: PageContext, email?: string, complaint?: Complaint): Response =>
  addressForm(at, { title: joinTitle(at), email, complaint })

type AccountForm = { email: string; full_name?: string; complaint?: Complaint }

export const accountForm = (at: PageContext, { email, full_name, complaint }: AccountForm): Response =>
  page(at, {
    title: joinTitle(at),
    body: html`${complaintHtml(at, complaint)}
<p>${at.words.join.account(email)}</p>
${form(html`${field({
  name: 'full_name',
  label: at.words.fields.name,
  value: full_name,
  autocomplete: 'name',
  maxlength: MAX_NAME_LENGTH,
  autofocus: true,
})}
${newPasswordField(at, { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH }, email)}
${button(at.words.join.button)}`)}`,
    status: complaint?.status,
    script_files: [PASSWORD_SCRIPT],
  })

const joinTitle = ({ words, letterhead }: PageContext) => words.join.title(letterhead.realm_name)
