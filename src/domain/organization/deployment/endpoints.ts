import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { storeUnavailable } from '../../../api/errors'
import { fraction } from '../../../api/fraction'
import { optional, shortText } from '../../../api/params'
import { parseJson } from '../../../api/parse-json'
import { endpoint, type Edge } from '../../../edge'
import { orUnavailable } from '../../../store/d1'
import { appliedMigrations, whyUnready } from '../../../store/d1-migrations'
import { spaceUsed } from '../../files/attachments/storage'
import { theDeployment } from '../../people/users/callers'
import { SVC_VERSION } from '../../realm/settings/limits'
import { createSession, type AtMediaServer } from '../../writing/calls/media/media-server'
import { outsidePolicy, sentFrom } from '../../realm/settings/outside-policy'
import { missingSecrets, unlimitedRequests } from './rules'
import { failedStarts, lastHourlyRun, realmsAfter } from './storage'

const REALMS_PER_PAGE = 100
/** What the platform stores for one Durable Object. */
const MAX_REALM_BYTES = 10 * 10 ** 9

const countsShape = v.object({ messages: v.optional(v.number()) })

function messagesIn(counts: string | null): number | null {
  const { success, output } = v.safeParse(countsShape, counts === null ? undefined : parseJson(counts))
  return success ? (output.messages ?? 0) : null
}

export const getRealms = endpoint.decision({
  route: 'GET /parley/realms',
  summary: 'Get the realms of the deployment, by name, from any of them. No realm is woken.',
  note: '`messages` and `saved_at` are what the realm saved last, or null. The next page begins after `next`.',
  caller: theDeployment,
  params: { after: optional(shortText(), '') },
  returns: {
    realms: v.array(
      v.strictObject({
        name: v.string(),
        url: v.string(),
        messages: v.nullable(v.number()),
        saved_at: v.nullable(v.number()),
      }),
    ),
    next: v.nullable(v.string()),
  },
  errors: [wrongDeploymentSecret, storeUnavailable],
  decide: () => ({}),
  present: async (edge, _, { after }) => {
    const rows = await realmsAfter(edge.d1, after, REALMS_PER_PAGE)
    return {
      realms: rows.map(({ name, saved_at, counts }) => ({
        name,
        url: edge.urlOf(name),
        messages: messagesIn(counts),
        saved_at,
      })),
      next: rows.length < REALMS_PER_PAGE ? null : (rows.at(-1)?.name ?? null),
    }
  },
})

export const getDeployment = endpoint.decision({
  route: 'GET /parley/deployment',
  summary: 'Get how the deployment is configured, without secrets, for `npm run parley -- doctor`.',
  caller: theDeployment,
  params: {},
  returns: {
    version: v.string(),
    /** The hash of the build that `npm run deploy` deployed, or empty. */
    bundle_sha256: v.string(),
    is_development: v.boolean(),
    migrations: v.array(v.string()),
    /** The organizations that cannot start, and why: at most a hundred. */
    failed_starts: v.array(v.strictObject({ realm: v.string(), failed_at: v.number(), reason: v.string() })),
    /** When the hourly work last ran, or null. */
    hourly_work_at: v.nullable(v.number()),
    has_files: v.boolean(),
    has_gateways: v.boolean(),
    missing_secrets: v.array(v.string()),
    emails: v.strictObject({ can_send: v.boolean(), mail_from: v.string(), gateway: v.string() }),
    unlimited: v.array(v.string()),
    /** What does not fit together in the configuration of calls. */
    call_problems: v.array(v.string()),
    /** The parts of what this realm may have that it has: events, bytes of its SQLite, and bytes of files. */
    event_log_fill: fraction(),
    realm_fill: fraction(),
    upload_fill: fraction(),
  },
  errors: [wrongDeploymentSecret, storeUnavailable],
  decide: (realm) => {
    const { config } = realm
    const quota = config.upload_quota_mib
    return {
      version: SVC_VERSION,
      bundle_sha256: config.bundle_sha256,
      is_development: config.development,
      missing_secrets: missingSecrets(config),
      emails: { can_send: realm.emails.canSend, mail_from: config.mail_from, gateway: config.mail_gateway },
      unlimited: unlimitedRequests(config),
      call_problems: [...config.calls.direct.problems],
      media_server: config.calls.sfu && { sfu: config.calls.sfu, policy: outsidePolicy(realm) },
      event_log_fill: realm.log.size.fill,
      realm_fill: realm.sql.bytes / MAX_REALM_BYTES,
      upload_fill: quota === null ? 0 : spaceUsed(realm) / (quota * 2 ** 20),
    }
  },
  present: async (edge, { media_server, call_problems, ...facts }) => ({
    ...facts,
    call_problems: [
      ...call_problems,
      ...(media_server ? await problemsOfMediaServer(sentFrom(edge, media_server)) : []),
    ],
    ...(await databaseFacts(edge)),
    has_gateways: edge.hasGateways,
    has_files: await edge.files.head('none').then(
      () => true,
      () => false,
    ),
  }),
})

/** Asks the media server for a session, which ends by itself: so the application and its token are right. */
const problemsOfMediaServer = (at: AtMediaServer): Promise<string[]> =>
  createSession(at).then(
    () => [],
    () => ['The media server does not accept CALL_SFU_APP_ID and CALL_SFU_SECRET, or does not answer.'],
  )

/** Returns what D1 knows. A database that lacks migrations may lack the tables of the other facts. */
async function databaseFacts({ databases, d1 }: Edge) {
  const migrations = await orUnavailable(appliedMigrations(databases))
  if ((await whyUnready(databases)) !== undefined) return { migrations, failed_starts: [], hourly_work_at: null }
  return { migrations, failed_starts: await failedStarts(d1), hourly_work_at: await lastHourlyRun(d1) }
}
