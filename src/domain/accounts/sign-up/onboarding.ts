import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { SECONDS_PER_DAY } from '../../realm/settings/periods'
import { settingsOf } from '../../realm/settings/storage'
import { emailContextOf } from '../../mail/mail/email-context'
import { onboardingTimes } from '../../mail/planned-emails/day-rules'
import { planEmail } from '../../mail/planned-emails/storage'
import { welcomeEmail } from './emails'

type Beginning = { hasPassword: boolean; isFounder?: boolean }

/**
 * Sends a welcome email to a new user, and plans the emails that explain the server. The founder of an organization gets one
 * more, about how to win over a team.
 */
export function sendOnboarding(realm: Realm, user: User, { hasPassword, isFounder = false }: Beginning): void {
  if (!settingsOf(realm).send_welcome_emails) return
  realm.emails.add(welcomeEmail(emailContextOf(realm, user), { hasPassword, isFounder }), realm.now() + SECONDS_PER_DAY)
  const { user_id: target_id, timezone } = user
  const times = onboardingTimes(realm.now(), timezone)
  planEmail(realm, { kind: 'topics', target_id, due_at: times.topics })
  planEmail(realm, { kind: 'guide', target_id, due_at: times.guide })
  if (isFounder) planEmail(realm, { kind: 'team', target_id, due_at: times.team })
}
