import { mapTable } from '../../../src/api/table'
import { realmPermissions } from '../../../src/domain/realm/settings/permissions'
import { succeeded, type Json } from '../../support/person'
import type { Cases } from '../case'
import { newPerson, PASSWORD } from './accounts'

const PUBLIC_KEY = Buffer.alloc(32, 7).toString('base64')

export const realmCases: Cases = {
  'POST /register': () => ({
    fields: {
      event_types: null,
      fetch_event_types: null,
      narrow: [],
      include_subscribers: 'true',
      client_capabilities: {},
      all_public_streams: true,
    },
  }),
  'GET /events': async ({ cast }) => {
    const { id, lastEventId } = await cast.dov.registers({ event_types: ['message'] })
    for (let index = 0; index < 50; index++) await cast.ada.sends(cast.general, 'many', 'x'.repeat(10_000))
    return {
      sender: cast.dov,
      fields: { queue_id: id, last_event_id: lastEventId, dont_block: true, ticket: undefined },
    }
  },
  'DELETE /events': async ({ cast }) => ({ fields: { queue_id: (await cast.ada.registers()).id } }),
  'POST /events/tickets': async ({ cast }) => ({ fields: { queue_id: (await cast.ada.registers()).id } }),
  'PATCH /realm': ({ cast, crowd, groups }) => ({
    fields: {
      // Each permission is given to the maximal number of users.
      ...mapTable(realmPermissions, ({ require_system_group }) =>
        require_system_group
          ? undefined
          : { new: { direct_members: crowd.slice(0, 500), direct_subgroups: groups.slice(0, 100) } },
      ),
      name: 'x'.repeat(40),
      description: 'x'.repeat(1000),
      string_id: undefined,
      default_language: 'en',
      welcome_message_custom_text: 'x'.repeat(8000),
      authentication_methods: { Dev: true, Email: true },
      invite_required: false,
      emails_restricted_to_domains: false,
      jitsi_server_url: `https://example.com/${'x'.repeat(150)}`,
      parley_language_model_url: `https://example.com/${'x'.repeat(150)}`,
      parley_gif_url: `https://example.com/${'x'.repeat(150)}`,
      message_content_edit_limit_seconds: 'unlimited',
      message_content_delete_limit_seconds: 'unlimited',
      new_stream_announcements_stream_id: cast.general.stream_id,
      moderation_request_channel_id: cast.vault.stream_id,
    },
  }),
  'POST /realms': () => ({
    sender: 'deployment',
    fields: {
      name: `another-${'x'.repeat(20)}`,
      full_name: 'x'.repeat(40),
      owner_email: 'owner@example.com',
      owner_full_name: 'X'.repeat(100),
      owner_password: PASSWORD,
      org_type: 0,
      default_language: 'en',
      first_channels: true,
      jurisdiction: undefined,
    },
  }),
  'POST /realm/test_welcome_bot_custom_message': () => ({ fields: { welcome_message_custom_text: 'x'.repeat(8000) } }),
  'DELETE /export/realm/:export_id': async ({ cast }) => {
    const { exports }: Json = succeeded(await cast.ada.get('/export/realm'))
    return { fields: { export_id: exports[0].id } }
  },
  'POST /mobile_push/register': async (world) => {
    const sender = await newPerson(world)
    const { device_id } = succeeded(await sender.post('/register_client_device'))
    return {
      sender,
      fields: {
        device_id,
        push_key_id: 2 ** 32 - 1,
        push_key: btoa('1'.repeat(33)),
        token_id: btoa('x'.repeat(8)),
        push_public_key: PUBLIC_KEY,
        bouncer_public_key: PUBLIC_KEY,
        encrypted_push_registration: btoa('x'.repeat(3600)),
        token_kind: 'fcm',
      },
    }
  },
  'POST /users/me/apns_device_token': () => ({ fields: { token: 'ab'.repeat(2500), appid: 'x'.repeat(100) } }),
  'DELETE /users/me/apns_device_token': () => ({ fields: { token: 'ab'.repeat(2500) } }),
  'POST /users/me/android_gcm_reg_id': () => ({ fields: { token: 'x'.repeat(5000) } }),
  'DELETE /users/me/android_gcm_reg_id': () => ({ fields: { token: 'x'.repeat(5000) } }),
  'POST /users/me/onboarding_steps': () => ({ fields: { onboarding_step: 'visibility_policy_banner' } }),
  'POST /mobile_push/test_notification': async ({ cast }) => {
    succeeded(await cast.dov.post('/users/me/android_gcm_reg_id', { token: 'x'.repeat(5000) }))
    return { sender: cast.dov, fields: { token: undefined } }
  },
  // No phone with encrypted notifications is registered at the bouncer.
  'POST /mobile_push/e2ee/test_notification': () => ({ expected: 400 }),
  'GET /users/:user_id_or_email/presence': async ({ cast }) => {
    succeeded(await cast.dov.post('/users/me/presence', { status: 'active' }))
    return {}
  },
  'POST /realm/rights': ({ cast }) => ({ fields: { email: cast.ben.email } }),
  'PATCH /parley/users/:user_id/rights': ({ cast }) => ({ fields: { user_id: cast.ben.id } }),
  // No video call provider is configured.
  'GET /calls/bigbluebutton/create': () => ({ expected: 400 }),
  'GET site:/help/:document': () => ({ fields: { document: 'calls' } }),
  'GET site:/calls/bigbluebutton/join': () => ({ expected: 400 }),
  'POST /calls/zoom/create': () => ({ expected: 400 }),
  'GET site:/calls/zoom/register': () => ({ expected: 400 }),
  'GET site:/calls/zoom/complete': () => ({ expected: 400 }),
  'POST /calls/constructorgroups/create': () => ({ expected: 400 }),
  'POST /calls/nextcloud_talk/create': () => ({ expected: 400 }),
  'POST /calls/webex/create': () => ({ expected: 400 }),
  'POST /remove_client_device': async ({ cast }) => ({
    fields: { device_id: succeeded(await cast.ada.post('/register_client_device')).device_id },
  }),
  'POST /realm/deactivate': () => ({ fields: { deletion_delay_days: undefined } }),
  // An API key is not enough, and the name is wrong.
  'POST /parley/erasure': () => ({ expected: 403 }),
  'POST /parley/users/me/erasure': () => ({ expected: 403 }),
  'POST /realm/erase': () => ({ sender: 'deployment', expected: 400 }),
  'POST /realm/reactivate': () => ({ sender: 'deployment' }),
}
