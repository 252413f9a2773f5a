import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { composeDigest, type DigestFacts } from '../digests/compose'
import { composeMissedEmail, type MissedEmail } from '../missed-messages/compose'

/** Sends the emails that are queued. */
export const sendMail: DueWork<Realm> = {
  name: 'send_email',
  run: (realm) =>
    realm.emails.deliver((facts: MissedEmail | DigestFacts) =>
      'digest_for' in facts ? composeDigest(realm, facts) : composeMissedEmail(realm, facts),
    ),
}
