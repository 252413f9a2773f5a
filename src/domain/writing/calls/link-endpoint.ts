import { shortText } from '../../../api/params'
import { redirectTo, redirects } from '../../../api/respond'
import { endpoint } from '../../../edge'
import { pageContext } from '../../../pages/context'
import { missingPage } from '../../../pages/missing-page'
import type { Realm } from '../../../realm'
import { letterheadOf } from '../../customization/realm-pictures/letterhead'
import { MessageAccess } from '../../messages/access/access'
import { messagesWithCallLink } from '../../messages/calls/link-storage'
import { findMessage } from '../../messages/message-index/storage'
import { runningCalls } from '../../messages/calls/storage'
import { anyoneOrUser } from '../../people/users/callers'
import type { User } from '../../people/users/user'
import { located } from './access'

export const openCallLink = endpoint.file({
  route: 'GET site:/calls/join/:digits',
  summary:
    'Open the call of the conversation with this link, or the conversation if none runs there. Clients that know calls of Jitsi write such links.',
  caller: anyoneOrUser,
  params: { digits: shortText() },
  serves: {
    ...redirects('To the call, to the conversation, or to the page to log in.'),
    404: { description: 'No message that the user can read has the link.' },
  },
  errors: [],
  decide: (realm: Realm, actor, { digits }) => ({
    letterhead: letterheadOf(realm),
    isLoggedIn: actor !== undefined,
    path: actor && pathOf(realm, actor, digits),
  }),
  serve: ({ request }, { letterhead, isLoggedIn, path }) => {
    if (path !== undefined) return redirectTo(path)
    if (!isLoggedIn) {
      const { pathname: next } = new URL(request.url)
      return redirectTo(`/login?${new URLSearchParams({ next }).toString()}`)
    }
    const at = pageContext(request, letterhead)
    return missingPage(at, { href: '/', label: at.words.open(letterhead.realm_name) })
  },
})

/** Other messages can have the same link. */
const MAX_MESSAGES = 20

/** Returns where the web client shows the call or the conversation, if the user can read a message with the link. */
function pathOf(realm: Realm, user: User, digits: string): string | undefined {
  const access = new MessageAccess(realm, user)
  for (const id of messagesWithCallLink(realm.sql, digits, MAX_MESSAGES)) {
    const message = findMessage(realm, id)
    if (message === undefined || !access.canRead(message)) continue
    const call = runningCalls(realm).find((each) => isAt(realm, each, message.conversation.id))
    return call === undefined ? `/#narrow/near/${id}` : `/#call/${call.call_id}`
  }
  return undefined
}

const isAt = (realm: Realm, call: Parameters<typeof located>[1], conversation_id: number): boolean =>
  located(realm, call).message.conversation.id === conversation_id
