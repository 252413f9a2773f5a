import type { Mutant } from './mutant'

const THREATS = ['test/threats/push-browsers.test.ts'] as const
const RULES = ['test/people/push-browsers.rules.test.ts'] as const

export const mutants: Mutant[] = [
  {
    file: 'src/domain/people/push-devices/client-device-actions.ts',
    search: ' || device.user_id !== user_id',
    replace: '',
    reason: 'A user changes the key of the phone of another user, and reads the notifications.',
    tests: ['test/people/device-pushes.test.ts'],
  },
  {
    file: 'src/domain/people/push-devices/client-device-actions.ts',
    search: '  deleteSecret(realm, secretNameOf(device_id))\n',
    replace: '',
    reason: 'The key of a removed device stays.',
    tests: ['test/people/device-pushes.test.ts'],
  },
  {
    file: 'src/domain/people/push-browsers/actions.ts',
    search: 'if (browser && !sameSecret(browser.auth_secret, address.auth_secret)) throw isOfAnotherBrowser({})',
    replace: '',
    reason: 'Who knows the address of a browser takes its notifications away.',
    tests: THREATS,
  },
  {
    file: 'src/domain/people/push-browsers/rules.ts',
    search: 'url.host.endsWith(service.slice(1))',
    replace: 'url.host.endsWith(service.slice(2))',
    reason: 'A host whose name ends like that of a push service receives notifications.',
    tests: RULES,
  },
  {
    file: 'src/domain/people/push-browsers/rules.ts',
    search: 'if (!isPushService(endpoint, services)) return unknownPushService({})',
    replace: '',
    reason: 'The server sends requests to any address that a user states.',
    tests: ['test/people/push-browsers.test.ts'],
  },
  {
    file: 'src/domain/people/sessions/actions.ts',
    search: '  if (usersWithPushBrowsers(realm).has(user_id)) deletePushBrowsers(realm, session_ids)\n',
    replace: '',
    reason: 'A browser receives notifications after its user logged out.',
    tests: THREATS,
  },
  {
    file: 'src/domain/writing/browser-push/due-work.ts',
    search: "  if (!isStillUnread(realm, user_id, message)) return { outcome: 'not_needed' }\n",
    replace: '',
    reason: 'A repeated push shows a message that the user may not read any more.',
    tests: THREATS,
  },
  {
    file: 'src/domain/writing/browser-push/due-work.ts',
    search: "  if (delivery.outcome === 'later') pause(realm, pausedBy(endpoint, delivery), delivery.seconds)\n",
    replace: '',
    reason: 'A push service that asks for a pause receives each new notification at once.',
    tests: ['test/writing/browser-push.test.ts'],
  },
  {
    file: 'src/domain/people/push-browsers/deliver.ts',
    search: ' || !isPushService(endpoint, config)',
    replace: '',
    reason: 'A push service that the operator removed from the list still receives notifications.',
    tests: ['test/writing/push-encrypt.rules.test.ts'],
  },
  {
    file: 'src/domain/people/push-devices/client-device-actions.ts',
    search: '  if (usersWithPushBrowsers(realm).has(user_id)) deletePushBrowsers(realm, [appOf(device_id)])\n',
    replace: '',
    reason: 'An app receives notifications after its user logged out.',
    tests: ['test/writing/unified-push.test.ts'],
  },
  {
    file: 'src/domain/people/push-devices/client-device-actions.ts',
    search:
      '  requireClientDevice(realm, user_id, device_id)\n  addPushAddress(realm, { session_id: appOf(device_id), user_id }, address)',
    replace: '  addPushAddress(realm, { session_id: appOf(device_id), user_id }, address)',
    reason: 'A user takes the place of the app of another user.',
    tests: ['test/writing/unified-push.test.ts'],
  },
]
