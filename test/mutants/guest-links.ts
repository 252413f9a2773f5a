import type { Mutant } from './mutant'

const LINKS: Mutant['tests'] = ['test/accounts/guest-links.test.ts']
const GUESTS: Mutant['tests'] = ['test/threats/link-guests.test.ts']

export const mutants: Mutant[] = [
  {
    file: 'src/domain/accounts/invitations/guest-links.ts',
    search:
      "if (!hasRealmPermission(realm, actor, 'parley_can_create_guest_links_group')) throw insufficientPermission({})",
    replace: '',
    reason: 'Any member creates guest links.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/invitations/guest-links.ts',
    search: 'if (joinableChannels(realm, actor, [stream_id]).length === 0) throw cannotBringGuests({ stream_id })',
    replace: '',
    reason: 'A user creates a guest link to a channel to which they may not add people.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/invitations/guest-links.ts',
    search: '.filter((link) => managesGuestLink(actor, link))',
    replace: '',
    reason: 'A user sees the guest links of others.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/invitations/guest-links.ts',
    search: '!managesGuestLink(actor, link)) throw',
    replace: 'false) throw',
    reason: 'A user ends the guest links of others.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/invitations/guest-links.ts',
    search:
      "!creator?.is_active || !channel || !hasRealmPermission(realm, creator, 'parley_can_create_guest_links_group')",
    replace: '!creator || !channel',
    reason: 'A guest link works after its creator lost the permission.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/invitations/guest-links.ts',
    search: "joinableChannels(realm, creator, [link.stream_id]).length === 0 ? 'ended' : { link, channel }",
    replace: '{ link, channel }',
    reason: 'A guest link leads into an archived channel.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/invitations/guest-link-rules.ts',
    search: ' || now >= expires_at',
    replace: '',
    reason: 'A guest link works after its end.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/invitations/guest-link-rules.ts',
    search: "uses >= max_uses ? 'used up' : undefined",
    replace: 'undefined',
    reason: 'A guest link is used more often than it says.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/guests/actions.ts',
    search: 'limitRequest(realm, recentArrivals, realm.client.address, ARRIVAL_LIMITS)',
    replace: '',
    reason: 'A program creates guests and tries names without limit.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/guests/actions.ts',
    search: ' ?? refusalOfNameFor(realm, full_name)',
    replace: '',
    reason: 'A guest has the name of a member.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/guests/actions.ts',
    search: 'if (deactivate_guests) deactivateGuestsOf(realm, link)',
    replace: '',
    reason: 'The guests of a revoked link stay until the alarm runs.',
    tests: LINKS,
  },
  {
    file: 'src/domain/accounts/guests/endpoints.ts',
    search: 'if (topic !== undefined) throw guestLinksHaveNoTopic({})',
    replace: '',
    reason: 'A link that was asked for one topic opens the whole channel.',
    tests: LINKS,
  },
  {
    file: 'src/domain/people/users/visible-users.ts',
    search: '(isLinkGuest(viewer) || limitsAllGuests(realm))',
    replace: 'limitsAllGuests(realm)',
    reason: 'A person with a guest link reads the list of all users.',
    tests: GUESTS,
  },
  {
    file: 'src/domain/people/users/visible-users.ts',
    search: 'limitsAllGuests(realm) || hasLinkGuests(realm)',
    replace: 'limitsAllGuests(realm)',
    reason: 'A link guest receives no event when they can see a user from now on.',
    tests: GUESTS,
  },
  {
    file: 'src/domain/people/users/actions.ts',
    search: '(isLinkGuest(user) ? refusalOfNameFor(realm, full_name, user_id) : undefined)',
    replace: 'undefined',
    reason: 'A guest takes the name of a member later.',
    tests: LINKS,
  },
  {
    file: 'src/domain/writing/sending/permission-rules.ts',
    search: "if (isNew && sender.isLinkGuest && recipients.length > 1) return 'mayNotInitiate'",
    replace: '',
    reason: 'A person with a guest link writes to people and bots directly.',
    tests: GUESTS,
  },
  {
    file: 'src/domain/writing/sending/recipients.ts',
    search: 'isLinkGuest: isLinkGuest(sender)',
    replace: 'isLinkGuest: false',
    reason:
      'A person with a guest link writes to people and bots directly, because the rule takes them for another guest.',
    tests: GUESTS,
  },
  {
    file: 'src/domain/writing/sending/guest-limit.ts',
    search: 'if (isLinkGuest(sender)) limitRequest',
    replace: 'if (false) limitRequest',
    reason: 'A link guest floods a channel.',
    tests: GUESTS,
  },
  {
    file: 'src/domain/accounts/email-changes/actions.ts',
    search: 'if (settingsOf(realm).invite_required) return',
    replace: '',
    reason: 'In an organization by invitation only, a link guest gets the rights of guests whom it invited.',
    tests: GUESTS,
  },
  {
    file: 'src/store/email-queue.ts',
    search: 'if (isReserved(email.to)) return',
    replace: '',
    reason: 'Emails to guests without an address wait in the queue.',
    tests: GUESTS,
  },
]
