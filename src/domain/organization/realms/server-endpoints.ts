import { apiError, badRequest } from '../../../api/errors'
import { endpoint } from '../../../edge'
import { whyUnready } from '../../../store/d1-migrations'
import { anyone } from '../../people/users/callers'
import { isTooOld } from './compatibility-rules'

const clientTooOld = badRequest(() => 'This application is too old to talk to this server. Please update it.')
const notReady = apiError('SERVER_NOT_READY', (f: { reason: string }) => `The server is not ready: ${f.reason}`)

const successResponse = () => Response.json({ result: 'success', msg: '' })

export const checkCompatibility = endpoint.public({
  route: 'GET site:/compatibility',
  summary: 'Check whether this server supports a client, according to its User-Agent header.',
  caller: anyone,
  params: {},
  errors: [clientTooOld],
  serve: ({ request, config }) => {
    if (isTooOld(request.headers.get('user-agent') ?? '', config.vendor)) throw clientTooOld({})
    return successResponse()
  },
})

export const checkHealth = endpoint.public({
  route: 'GET site:/health',
  summary: 'Check whether the server can serve requests, and its databases have the tables that it needs.',
  caller: anyone,
  params: {},
  errors: [notReady],
  serve: async ({ databases }) => {
    const reason = await whyUnready(databases)
    if (reason !== undefined) throw notReady({ reason })
    return successResponse()
  },
})
