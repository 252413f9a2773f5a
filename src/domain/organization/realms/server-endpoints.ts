import { apiError, badRequest } from '../../../api/errors'
import { endpoint } from '../../../edge'
import { anyone } from '../../people/users/callers'
import { isTooOld } from './compatibility'

const clientTooOld = badRequest(() => 'This application is too old to talk to this server. Please update it.')
const notReady = apiError('SERVER_NOT_READY', () => 'The server is not ready')

const fine = () => Response.json({ result: 'success', msg: '' })

export const checkCompatibility = endpoint.public({
  route: 'GET site:/compatibility',
  summary: 'Whether a client, by what it calls itself, can talk to this server.',
  caller: anyone,
  params: {},
  errors: [clientTooOld],
  serve: ({ request, config }) => {
    if (isTooOld(request.headers.get('user-agent') ?? '', config.vendor)) throw clientTooOld({})
    return fine()
  },
})

export const checkHealth = endpoint.public({
  route: 'GET site:/health',
  summary: 'Whether this server has what it needs to answer.',
  caller: anyone,
  params: {},
  errors: [notReady],
  serve: async ({ d1 }) => {
    const answered = await d1.all`SELECT 1 AS ready`.then(
      () => true,
      () => false,
    )
    if (!answered) throw notReady({})
    return fine()
  },
})
