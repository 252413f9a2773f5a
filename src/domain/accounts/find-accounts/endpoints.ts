import { html } from '../../../api/html'
import { shortText } from '../../../api/params'
import { endpoint, step } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { page } from '../../../pages/page'
import type { ReadOnlyRealm } from '../../../realm'
import { orUnavailable } from '../../../store/d1'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { countEmailRequest } from '../../mail/confirmations/email-limits'
import { addressForm } from '../../mail/confirmations/pages'
import { realmsOfAddress } from '../../people/users/other-realms-storage'
import { anyone } from '../../people/users/callers'
import { refusalOfEmail } from '../../people/users/rules'
import { realmRow } from '../../realm/settings/storage'
import { obstaclePage } from '../sign-up/pages'
import { sendFoundAccounts } from './actions'

const DEACTIVATED = 'deactivated realm'

const stateOf = (realm: ReadOnlyRealm) => ({
  letterhead: letterheadOf(realm),
  isClosed: realmRow(realm).is_deactivated,
})

export const openFindAccounts = endpoint.file({
  route: 'GET site:/accounts/find',
  summary: 'The page for users who forgot the address of their organization. The desktop app opens it.',
  caller: anyone,
  params: {},
  errors: [],
  decide: stateOf,
  serve: ({ request }, { letterhead, isClosed }) => {
    const at = pageContext(request, letterhead)
    return isClosed ? obstaclePage(at, DEACTIVATED) : addressForm(at, { title: at.words.find.title })
  },
})

type Found = { email: string; urls: string[] }

const send = step((realm, _: undefined, { email, urls }: Found): object => {
  sendFoundAccounts(realm, email, urls)
  return {}
})

export const findAccounts = endpoint.file({
  route: 'POST site:/accounts/find',
  summary: 'Request an email with the organizations in which an address has an account.',
  note: 'The answer is the same for an address without an account. Other organizations than this one are in the email only if the operator allows it: see `FIND_ACCOUNTS_IN_ALL_REALMS`.',
  caller: anyone,
  params: { email: shortText() },
  errors: [],
  steps: { send },
  decide: (realm, _, { email }) => {
    const state = stateOf(realm)
    const address = email.trim()
    const refusal = state.isClosed ? undefined : (refusalOfEmail(address) ?? countEmailRequest(realm, address))
    return { ...state, complaint: refusal?.refusal, isForAll: realm.config.finds_accounts_in_all_realms }
  },
  serve: async (edge, { letterhead, isClosed, complaint, isForAll }, { email }) => {
    const { d1, realm_name, request } = edge
    const at = pageContext(request, letterhead)
    const { title, sent } = at.words.find
    if (isClosed) return obstaclePage(at, DEACTIVATED)
    if (complaint) return addressForm(at, { title, email, complaint })
    const address = email.trim()
    const realms = isForAll ? await orUnavailable(realmsOfAddress(d1, address)) : []
    const urls = realms.filter((name) => name !== realm_name).map((name) => edge.urlOf(name))
    await edge.ask(send, { email: address, urls })
    return page(at, { title: at.words.address.sentTitle, body: html`<p>${sent(address)}</p>` })
  },
})
