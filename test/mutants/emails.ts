import type { Mutant } from './mutant'

const DELIVERY = ['test/mail/mail-delivery.test.ts'] as const
const ABSENT = ['test/accounts/absent-users.test.ts'] as const
const SLEEPING = ['test/events/sleeping-phones.test.ts'] as const
const MISSED = ['test/mail/missed-messages.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/mail/digests/activity.ts',
    search: 'subscribed.has(conversation.stream_id) && ',
    replace: '',
    reason: 'A digest has topics of channels to which its user is not subscribed.',
    tests: ['test/mail/digests.test.ts'],
  },
  {
    file: 'src/domain/accounts/planned-sending/due-work.ts',
    search: 'if (invitation === undefined || !isOpen(invitation, realm.now())) return',
    replace: 'if (invitation === undefined) return',
    reason: 'A revoked invitation has a reminder.',
    tests: ['test/mail/planned-emails.test.ts'],
  },
  {
    file: 'src/domain/mail/missed-messages/still-missed.ts',
    search: 'message !== undefined && access.canRead(message) ?',
    replace: 'message !== undefined ?',
    reason: 'An email has messages to which its user lost access.',
    tests: MISSED,
  },
  {
    file: 'src/domain/mail/missed-messages/still-missed.ts',
    search: 'read.has(id) ? undefined : findMessage(realm, id)',
    replace: 'findMessage(realm, id)',
    reason: 'An email has messages that its user has read.',
    tests: MISSED,
  },
  {
    file: 'src/domain/organization/event-queues/due-work.ts',
    search: '...expired.filter((queue) => queue.lifespan_seconds <= AWAY_AFTER_SECONDS)',
    replace: '',
    reason: 'A user who closes the laptop is not notified of what came in the next minutes.',
    tests: ABSENT,
  },
  {
    file: 'src/events/message-receivers.ts',
    search: ' AND is_away = 0',
    replace: '',
    reason: 'A user whose phone sleeps is notified of nothing for twelve hours.',
    tests: SLEEPING,
  },
  {
    file: 'src/events/queues.ts',
    search: '    if (cached.isAway) this.receivers.forget(queue.user_id)\n',
    replace: '',
    reason: 'A user who is back at the phone is notified of each message on it.',
    tests: SLEEPING,
  },
  {
    file: 'src/domain/organization/event-queues/absent-users.ts',
    search: '    if (present.has(user_id)) continue\n',
    replace: '',
    reason: 'A user who reads on the phone gets emails when the laptop sleeps.',
    tests: ABSENT,
  },
  {
    file: 'src/domain/mail/missed-messages/absence.ts',
    search: ' || isIdle(active_timestamp, message.sent_at)',
    replace: '',
    reason: 'A user is notified of a message twice.',
    tests: ABSENT,
  },
  {
    file: 'src/domain/mail/missed-messages/compose.ts',
    search: "if (!settingsOf(realm).message_content_allowed_in_email_notifications) return 'realm'",
    replace: '',
    reason: 'Emails have the text of messages although the organization does not allow it.',
    tests: MISSED,
  },
  {
    file: 'src/markdown/email-links.ts',
    search: 'if (/^(https?:\\/\\/|mailto:)/i.test(href)) return href',
    replace: 'if (!/^[/#]/.test(href)) return href',
    reason: 'A link in an email runs a script.',
    tests: ['src/markdown/test/email-content.rules.test.ts'],
  },
  {
    file: 'src/outside/smtp.ts',
    search: "    if (this.#received !== '') throw new Error('The SMTP server sent more than its reply to STARTTLS')\n",
    replace: '',
    reason: 'A text that was added before the encryption counts as a reply of the server.',
    tests: DELIVERY,
  },
  {
    file: 'src/store/email-sender.ts',
    search: "if (problem !== undefined) throw new EmailRefusal('email', problem)",
    replace: '',
    reason: 'A name adds a header or a recipient to an email.',
    tests: DELIVERY,
  },
  {
    file: 'src/store/email-queue.ts',
    search: "if (isSuppressed(this.sql, to, now)) return this.#finish(seq, 'suppressed')",
    replace: '',
    reason: 'An address that refused emails gets more of them.',
    tests: DELIVERY,
  },
  {
    file: 'src/domain/mail/mail-delivery/endpoints.ts',
    search: 'address: isVisible ? address_key : null',
    replace: 'address: isVisible ? address_key : address_key',
    reason: 'Administrators see an address that its user hides.',
    tests: DELIVERY,
  },
]
