import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'

/** Letters that wait go out. */
export const sendMail: DueWork<Realm> = {
  name: 'send_email',
  run: (realm) => realm.emails.deliver(),
}
