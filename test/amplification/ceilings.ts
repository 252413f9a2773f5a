import type { Route } from '../../src/api/endpoint'
import { MAX_ROWS_PER_TURN } from '../support/turns'
import type { Cost } from './measure'

/** The ceilings of nearly all endpoints. */
const ORDINARY: Cost = {
  read: 300,
  turn: MAX_ROWS_PER_TURN,
  written: 50,
  events: 5,
  bytes: 10_000,
  d1Calls: 1,
  d1Read: 20,
  d1Written: 0,
  laterWritten: 20,
  laterD1Calls: 2,
}

/** The endpoints with larger ceilings, and the reasons. */
const LARGER: Partial<Record<Route, Partial<Cost>>> = {
  // Each user, channel or group in the request needs rows of its own: two subscriptions or two memberships for each user. A turn may
  // read more than 25,000 rows if it must change the rows of up to 5,000 users at once. No message is among them, and they do not
  // grow with the realm.
  'POST /user_groups/create': { read: 20_000, written: 15_000 },
  // The history of the request before, of as many users, goes with this one.
  'POST /user_groups/:user_group_id/members': { read: 35_000, turn: 35_000, written: 20_000 },
  'POST /user_groups/:user_group_id/subgroups': { read: 1500, written: 500 },
  // A channel that notifies the phones of its new subscribers has each of them in an index.
  'POST /channels/create': { read: 25_000, written: 16_000 },
  'POST /users/me/subscriptions': { read: 15_000, written: 16_000, events: 15, bytes: 400_000 },
  'DELETE /users/me/subscriptions': { read: 55_000, turn: 55_000, written: 15_000 },
  'PATCH /users/me/subscriptions': { read: 15_000, written: 2500, events: 150, bytes: 15_000 },
  'POST /users/me/subscriptions/properties': { read: 600, written: 350, events: 250 },
  'PATCH /default_stream_groups/:group_id/streams': { read: 600 },
  'POST /default_stream_groups/create': { read: 600 },
  'POST /default_streams': { read: 600 },
  'DELETE /default_streams': { read: 600 },

  // Ten files: each has its rows and its event. After a refused request, the realm reads its linkifiers and alert words again.
  'POST site:/api/webhooks/:address/:secret': { read: 1200, written: 200, events: 25 },
  'PATCH site:/api/webhooks/:address/:secret/messages/:message_id': {
    read: 1500,
    written: 200,
    events: 25,
    bytes: 15_000,
  },

  // Five actions are done and undone, and the answer has the text of each. The alarm sends five messages.
  'POST /parley/automations/try': { written: 100, bytes: 60_000 },
  'POST /parley/automations/:automation_id/form': { laterWritten: 100 },
  'POST site:/automations/:token': { laterWritten: 100 },

  // At most twenty messages, and a notice that counts the messages beyond them.
  'POST /external/:service': { read: 2000, written: 250, events: 30, laterWritten: 100 },

  // Each permission can be given to 500 users, whom the realm looks up, and publishes an event of its own. Who sees the channel from
  // now on depends on the groups of each user.
  'PATCH /streams/:stream_id': { read: 26_000, turn: 26_000, events: 20 },
  // The change itself, all users, and what each can see before and after it. The realm then reads its settings again.
  'POST /parley/what_if/streams/:stream_id': { read: 80_000, turn: 80_000, written: 200, events: 20, bytes: 20_000 },
  'POST /parley/what_if/user_groups/:user_group_id/members': {
    read: 100_000,
    turn: 100_000,
    written: 20_000,
    bytes: 20_000,
  },
  'POST /parley/what_if/users/:user_id': { read: 130_000, turn: 130_000, written: 1000, events: 20, bytes: 150_000 },
  'POST /parley/what_if/realm': { read: 75_000, turn: 75_000, written: 50, events: 20, bytes: 20_000 },
  // Each changed setting has a row in the audit log.
  // All settings and permissions at once. Each feature that owners choose added some.
  'PATCH /realm': { read: 2300, written: 300, events: 70, bytes: 97_000 },

  // Each setting and each profile field has its own row and event.
  // Of a thousand others.
  'PATCH /settings': { read: 8000, written: 3500, events: 2200 },
  'PATCH /settings/display': { written: 85, events: 50 },
  'PATCH /settings/notifications': { written: 85, events: 50 },
  'PATCH /realm/user_settings_defaults': { events: 30 },
  'PATCH /users/me/profile_data': { written: 550, events: 150, laterWritten: 150 },
  'DELETE /users/me/profile_data': { written: 550, events: 150, laterWritten: 150 },

  // A channel is created, a topic moves into it, and up to 1,000 subscribers follow. All users are compared, because some
  // lose the topic.
  'POST /parley/guest_links': { read: 22_000, written: 2500, events: 15 },
  // Twenty guests leave in a turn, each with subscriptions, sessions and events. The list has up to 200 guests of each link.
  'DELETE /parley/guest_links/:guest_link_id': {
    read: 6000,
    written: 400,
    events: 80,
    laterWritten: 3000,
    laterD1Calls: 12,
  },
  'GET /parley/guest_links': { bytes: 50_000 },
  // Each of 200 guests in the channel sees another user from now on.
  'POST site:/guest/:guest_link_key': { read: 2000, written: 350, events: 300 },

  // An email has at most 25 files, and each is an upload.
  'POST /parley/emails': { read: 1500, written: 400, events: 60 },

  // A new order writes each row again.
  'PATCH /realm/profile_fields': { written: 150 },
  'PATCH /channel_folders': { read: 1500, written: 250 },
  'PATCH /realm/linkifiers': { read: 2000, written: 60 },
  'PATCH /channel_folders/:channel_folder_id': { read: 450 },

  // One row or two for each alert word, draft, or key of a bot's storage.
  'POST /users/me/alert_words': { read: 2500, written: 1500, bytes: 60_000 },
  'DELETE /users/me/alert_words': { read: 2500, written: 600 },
  'POST /drafts': { read: 1100, written: 350 },
  'GET /bot_storage': { read: 700, bytes: 950_000 },
  'DELETE /bot_storage': { read: 1800, written: 250 },

  // The plan of a restore lists up to 200 changes. A restore looks for others before it plans.
  'GET /parley/restores/plan': { bytes: 30_000 },
  'POST /parley/restores': { d1Calls: 2 },

  // A copy of a realm is read in pages of a mebibyte, or 200 messages.
  'GET /parley/copy/tables/:table': { read: 3000, bytes: 1_500_000 },
  'GET /parley/copy/messages': { bytes: 3_000_000, d1Calls: 1, d1Read: 2000 },
  'GET /parley/copy/old_versions': { bytes: 10_000 },
  // A request writes at most 1000 rows. An import ends with a row for each 2048 messages, and one for each account.
  'POST /parley/copy/tables/:table': { read: 8000, written: 8000, laterWritten: 5000, laterD1Calls: 20 },
  'POST /parley/copy/messages': { read: 20_000, written: 15_000, laterWritten: 5000, laterD1Calls: 20 },
  'POST /parley/copy/old_versions': { written: 3000, laterWritten: 5000, laterD1Calls: 20 },
  'POST /parley/copy/finish': { read: 35_000, written: 6000 },

  // What the push service asks for is in one row of D1.
  'POST /parley/push/verification': { d1Written: 1 },
  // A page of 500 realms, from D1, the realms that cannot start, and one call of each database for its size.
  'GET site:/metrics': { bytes: 1_000_000, d1Read: 600, d1Calls: 3 },
  // The migrations, twice, the realms that cannot start, and the last hourly run.
  'GET /parley/deployment': { d1Calls: 4, d1Read: 300 },
  // A page has 100 realms.
  'GET /parley/realms': { bytes: 30_000, d1Read: 500 },
  // A directory reads pages of 200 resources, at most four megabytes. A group of it may have all users of the realm.
  'GET site:/scim/v2/Users': { read: 6000, bytes: 3_000_000 },
  'POST site:/scim/v2/.search': { read: 20_000, bytes: 3_000_000 },
  'POST site:/scim/v2/Users': { read: 2500, written: 100, events: 10, bytes: 20_000, laterWritten: 20 },
  'PUT site:/scim/v2/Users/:id': { read: 2500, written: 150, events: 20, bytes: 20_000, laterWritten: 20 },
  'PATCH site:/scim/v2/Users/:id': { read: 2500, written: 150, events: 20, bytes: 20_000, laterWritten: 20 },
  'DELETE site:/scim/v2/Users/:id': { read: 2500, written: 150, events: 20, laterWritten: 20 },
  'GET site:/scim/v2/Groups': { read: 30_000, bytes: 4_500_000 },
  'GET site:/scim/v2/Groups/:id': { read: 3000 },
  'POST site:/scim/v2/Groups': { read: 30_000, written: 16_000, bytes: 600_000 },
  'PUT site:/scim/v2/Groups/:id': { read: 40_000, written: 21_000, bytes: 600_000 },
  'PATCH site:/scim/v2/Groups/:id': { read: 40_000, written: 21_000, bytes: 600_000 },
  'DELETE site:/scim/v2/Groups/:id': { read: 6000, written: 60, bytes: 10_000 },

  // Each session of the realm has its own row. The world has four users with twenty sessions each.
  // The page lists 200 channels.
  // The user has thousands of unread messages, among them mentions, whose rows are read. The page has 20 count addresses.
  'GET /parley/counts/:secret': { read: 1500 },
  'GET site:/organizations': { bytes: 15_000 },
  'GET site:/oauth/authorize': { read: 700, bytes: 35_000 },
  // What users need to know of all services.
  'GET /parley/services': { bytes: 40_000 },
  // What the agents of a user did.
  'GET /parley/agent_calls': { read: 600, bytes: 85_000 },
  // The last 30 days.
  'GET /parley/usage': { d1Read: 100 },
  'POST /realm/deactivate': { read: 1400, written: 400 },
  // An entry for each login and change of the users of the world.
  'GET /parley/audit_log': { read: 600 },
  // The login has the sign of the organization, and its colours.
  'GET site:/login': { bytes: 12_000 },
  // A picture of the key of one-time codes.
  'POST site:/accounts/one-time-codes': { bytes: 30_000 },
  // Ten passkeys, with a form for each.
  'GET site:/accounts/passkeys': { bytes: 30_000 },
  // The deliveries of a bot, with their bodies.
  'GET /parley/bots/:bot_id/deliveries': { bytes: 500_000 },
  'GET /users/:user_id/channels': { read: 600 },

  // A hundred emails, each with its own invitation.
  'POST /invites': { read: 5500, written: 1500, laterWritten: 350 },
  'POST /invites/multiuse': { read: 2000 },
  'GET /invites': { bytes: 35_000 },

  // A new user is subscribed to 500 channels and added to 100 groups. A deactivated user is removed from them.
  // A document for users, as a page.
  'GET site:/help/:document': { bytes: 40_000 },
  'POST site:/join/:confirmation_key': { read: 5000, written: 2500, events: 150 },
  'DELETE /users/:user_id': { read: 6000, written: 1500, events: 20 },

  // The request reads rows for some thousand messages, and writes few.
  'POST /messages/flags': { read: 20_000, bytes: 40_000 },
  'POST /messages/flags/narrow': { read: 20_000 },
  // In up to 12 turns, of messages of which no row is read. A channel of 10,000 topics has a row for each.
  'POST /mark_all_as_read': { read: 25_000, events: 24 },
  'POST /mark_stream_as_read': { read: 25_000, events: 24 },
  'POST /mark_topic_as_read': { read: 7000 },
  'GET /messages': { read: 25_000, bytes: 1_500_000, d1Read: 25_000 },
  // A page has a thousand messages. While texts wait for D1, the realm looks for each of them.
  'POST /parley/replica/messages': { read: 3500, bytes: 250_000, d1Read: 9000 },
  // A row for 2,048 messages, of 131,072.
  'POST /parley/replica/digests': { read: 500 },
  // The ids and the places of 16,384 messages.
  'POST /parley/replica/versions': { bytes: 1_000_000 },
  // A phrase of frequent words that no message has: a piece of the search compares thousands of texts, and the names of all topics.
  'GET /parley/search': { read: 30_000, bytes: 250_000, d1Calls: 8, d1Read: 25_000 },
  // Each of 10,000 topics.
  'GET /users/me/:stream_id/topics': { read: 25_000, bytes: 500_000 },
  // A tool calls up to four other endpoints.
  'POST site:/mcp': { read: 25_000, bytes: 100_000, d1Read: 25_000 },
  'GET /parley/recent_conversations': { read: 30_000 },
  'GET /messages/matches_narrow': { read: 20_000, bytes: 350_000, d1Read: 22_000 },
  'GET /messages/:message_id': { read: 2000 },
  // What the model reads is fetched as by these endpoints.
  'POST /parley/messages/:message_id/translation': { read: 2000 },
  'POST /parley/summaries': { read: 25_000, d1Read: 25_000 },
  // The newest message that the user received is looked for in one turn of a narrow, if the newest of the realm are those of others.
  'GET /users/me': { read: 25_000 },
  'POST /messages/:message_id/reactions': { read: 2000 },
  // The newest 20,000 messages of the muted user.
  'POST /users/me/muted_users/:muted_user_id': { read: 25_000 },

  // Each pin of a channel says who may see it by a message and its topic.
  'GET /parley/streams/:stream_id/pins': { read: 600, bytes: 250_000 },
  // Each message of a page and each file in it is read.
  'GET /parley/streams/:stream_id/files': { read: 900 },

  // A topic of a hundred messages. A longer one is deleted in batches of a hundred. It has the first message of its channel, so the
  // realm looks at all topics for the next one.
  // A hold keeps the text of each of a hundred messages: a row now, and two when the alarm takes it over.
  'POST /streams/:stream_id/delete_topic': { read: 15_000, written: 500, events: 110, laterWritten: 320 },

  // The first phone of a realm: the bouncer receives the realm, and then the token.
  'POST /mobile_push/register': { laterD1Calls: 6 },

  // The realm reads all users: a role or an address decides who can see whom.
  'POST /bots': { read: 6000, events: 7 },
  'PATCH /bots/:bot_id': { events: 9 },
  'PATCH /users/:user_id': { read: 6000, events: 10 },
  'PATCH /users/:email': { read: 6000, events: 10 },
  // A message for 5,000 users who are away becomes a part of the next email of each: the row of the user, and its index.
  'POST /messages': { read: 600, laterWritten: 11_000 },
  'POST /typing': { read: 1500 },
  // A new user is subscribed to the default channels, which earlier requests of this test made many.
  'POST /users': { read: 1500 },

  // The response has all 5,000 users, or all 600 channels.
  'GET /users': { bytes: 800_000 },
  'GET /user_groups': { read: 15_000, bytes: 200_000 },
  'GET /user_groups/:user_group_id/members': { read: 15_000, bytes: 30_000 },
  'GET /streams': { read: 600, bytes: 1_500_000 },
  'GET /users/me/subscriptions': { read: 25_000, bytes: 650_000 },
  // And 10,000 topics have unread messages.
  'POST /register': { read: 55_000, bytes: 6_500_000 },
  'GET /export/realm/consents': { bytes: 350_000 },

  // The response has long texts.
  'GET site:/public/:stream_id': { bytes: 1_000_000, d1Read: 60 },
  'POST /messages/render': { bytes: 30_000 },
  'GET /messages/:message_id/history': { bytes: 350_000, d1Read: 40 },
  'GET /scheduled_messages': { bytes: 45_000 },
  'GET /events': { bytes: 650_000 },
  'GET site:/static/emoji-names.json': { bytes: 70_000 },
  'GET site:/user_uploads/:realm_id_str/:filename+': { bytes: 4_000_000 },

  // An export reads the whole realm in parts, and deletes the parts later.
  'POST /export/realm': { read: 7000, laterWritten: 400, laterD1Calls: 75 },
  // It also has all personal data.
  'POST /parley/complete_export': { read: 7000, laterWritten: 1600, laterD1Calls: 100 },
  // A page of a search over everything reads 3,000 rows of the index, and up to a megabyte of texts, 50 messages at a time. No search
  // index helps it: that has neither earlier texts nor what holds keep.
  'GET /parley/discovery/searches/:search_id/messages': { read: 5000, bytes: 1_500_000, d1Calls: 60, d1Read: 6000 },
  // A hundred entries, each with its reason and its narrow. None is ever deleted.
  'GET /parley/discovery/log': { bytes: 250_000 },
  // The alarm makes it, as other exports.
  'POST /parley/discovery/searches/:search_id/exports': { laterWritten: 600, laterD1Calls: 200 },
  'DELETE /parley/discovery/exports/:export_id': { written: 200, laterWritten: 65 },
  'DELETE /export/realm/:export_id': { written: 200, laterWritten: 65 },
}

export const ceilingOf = (route: Route): Cost => ({ ...ORDINARY, ...LARGER[route] })
export const routesWithLargerCeilings = (): string[] => Object.keys(LARGER)
