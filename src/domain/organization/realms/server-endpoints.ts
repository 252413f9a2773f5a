import { apiError, badRequest } from '../../../api/errors'
import { endpoint } from '../../../edge'
import { isD1Available } from '../../../store/d1'
import { anyone } from '../../people/users/callers'
import { isTooOld } from './compatibility-rules'

const clientTooOld = badRequest(() => 'This application is too old to talk to this server. Please update it.')
const notReady = apiError('SERVER_NOT_READY', () => 'The server is not ready')

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
  summary: 'Check whether the server can serve requests.',
  caller: anyone,
  params: {},
  errors: [notReady],
  serve: async ({ d1 }) => {
    if (!(await isD1Available(d1))) throw notReady({})
    return successResponse()
  },
})
