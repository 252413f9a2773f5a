import type { Email, SecretLink } from '../../../store/email'
import type { EmailContext } from '../../mail/mail/email-context'
import type { OnboardingKind } from '../../mail/planned-emails/day-rules'

type Reminder = { inviter: string; seed: string; expires_at: number }

export const invitationReminderEmail = (
  { addressed, realm_name, realm_url, words }: EmailContext,
  { inviter, seed, expires_at }: Reminder,
): Email => ({
  ...addressed,
  subject: words.invitation.reminderSubject(inviter, realm_name),
  paragraphs: [
    words.invitation.hello,
    words.invitation.reminder(inviter, realm_name, new Date(expires_at * 1000).toISOString().slice(0, 10)),
    { url: `${realm_url}/join`, seed },
    words.invitation.ignore(inviter),
  ],
})

/** Returns an email that explains a part of the server to a new user. */
export const onboardingEmail = (
  { addressed, realm_name, realm_url, words }: EmailContext,
  kind: OnboardingKind,
  unsubscribe: SecretLink,
): Email => ({
  ...addressed,
  subject: words.onboarding[kind].subject(realm_name),
  paragraphs: [
    ...words.onboarding[kind].paragraphs,
    words.onboarding.open(realm_url),
    words.onboarding.unsubscribe,
    unsubscribe,
  ],
  unsubscribe,
})
