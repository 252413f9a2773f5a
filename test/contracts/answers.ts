import { decodePhoneClass, PART_OF_SNAPSHOT } from './phone-app'
import type { Gap } from './decoder'

// Which answer of the server is which class of the phone app. test/support/request.ts gives each answer of a test to it.

const ANSWERS: readonly (readonly [string, RegExp, string])[] = [
  ['POST', /^\/register$/, 'InitialSnapshot'],
  ['GET', /^\/events$/, 'GetEventsResult'],
  ['GET', /^\/messages$/, 'GetMessagesResult'],
  ['GET', /^\/messages\/\d+$/, 'GetMessageResult'],
  ['POST', /^\/messages$/, 'SendMessageResult'],
  ['POST', /^\/messages\/flags$/, 'UpdateMessageFlagsResult'],
  ['POST', /^\/messages\/flags\/narrow$/, 'UpdateMessageFlagsForNarrowResult'],
  ['GET', /^\/messages\/\d+\/read_receipts$/, 'GetReadReceiptsResult'],
  ['POST', /^\/(?:dev_)?fetch_api_key$/, 'FetchApiKeyResult'],
  ['POST', /^\/register_client_device$/, 'RegisterClientDeviceResult'],
  ['GET', /^\/users\/me\/\d+\/topics$/, 'GetChannelTopicsResult'],
  ['POST', /^\/user_uploads$/, 'UploadFileResult'],
  ['GET', /^\/user_uploads\/./, 'GetFileTemporaryUrlResult'],
  ['GET', /^\/server_settings$/, 'GetServerSettingsResult'],
  ['POST', /^\/saved_snippets$/, 'CreateSavedSnippetResult'],
  ['GET', /^\/users\/me$/, 'GetOwnUserResult'],
  ['POST', /^\/users\/me\/presence$/, 'UpdatePresenceResult'],
]

/** Returns the class of the phone app that reads the answer of a request, or undefined. */
export function classOfAnswer({ url, method }: Pick<Request, 'url' | 'method'>): string | undefined {
  const path = pathOf(url)
  return ANSWERS.find(([verb, pattern]) => verb === method && pattern.test(path))?.[2]
}

/** Returns the method and the path of a request, without what stands before each path of the API. */
export const routeOf = ({ url, method }: Pick<Request, 'url' | 'method'>): string => `${method} ${pathOf(url)}`

const pathOf = (url: string): string => new URL(url).pathname.replace(/^\/(?:api\/v1|json)(?=\/)/, '')

/** Returns what the phone app cannot read of an answer, or undefined. `form` has the parameters of the request. */
export function answerGap(name: string, answer: object, form: URLSearchParams): Gap | undefined {
  const read = { ...answer, ...otherForms(answer, form) }
  if ('server_supported_permission_settings' in answer) {
    const gap = decodePhoneClass('SupportedPermissionSettings', answer.server_supported_permission_settings)
    if (gap !== undefined) return gap
  }
  // The app keeps the presences that it asks for.
  if (name === 'UpdatePresenceResult' && form.get('ping_only') !== 'true' && !('presences' in answer))
    return { class: name, field: 'presences', problem: 'is missing' }
  return decodePhoneClass(name === 'InitialSnapshot' && isPart(answer, form) ? PART_OF_SNAPSHOT : name, read)
}

/** Returns what the app would read in place of a form for other clients. */
function otherForms(answer: object, form: URLSearchParams): object {
  // A client that names messages has no anchor.
  if (form.has('message_ids')) return { anchor: 0 }
  // Presences by address are for older clients.
  return 'presences' in answer && form.get('slim_presence') !== 'true' ? { presences: {} } : {}
}

/** The app asks for all parts of the state, after a login. Tests and other clients often ask for some, or are spectators. */
const isPart = (answer: object, form: URLSearchParams) =>
  ('queue_id' in answer && answer.queue_id === null) || form.has('fetch_event_types') || form.has('event_types')
