import * as v from 'valibot'
import { logLine } from '../../../api/log-line'
import { parseJson } from '../../../api/parse-json'
import type { Config } from '../../../config'
import { purposes, type Purpose } from '../../../outside/purposes'
import type { D1 } from '../../../store/d1'
import { SVC_FEATURE_LEVEL, SVC_VERSION } from '../../realm/settings/limits'
import { askBouncer } from './bouncer'
import { pushRealmsAfter, writeUploaded, writeUploadRefused, type PushRealm } from './realms-storage'
import { extraData, type BouncerFailure, type People } from './rules'

const REALMS_PER_PAGE = 1000
/** The bouncer takes no more events at once. The others go with the next upload. */
const MAX_EVENTS = 10_000

const statusShape = v.object({ last_realmauditlog_id: v.number() })
const answerShape = v.object({
  realms: v.record(v.string(), v.object({ can_push: v.boolean(), expected_end_timestamp: v.nullable(v.number()) })),
})
const factsShape = v.object({ id: v.number(), uuid: v.string() })
const peopleShape = v.object({
  100: v.number(),
  200: v.number(),
  300: v.number(),
  400: v.number(),
  600: v.number(),
  bots: v.number(),
})

type Upload = { config: Config; d1: D1; purpose?: Purpose }

/**
 * Gives the bouncer all realms of this deployment that have phones, and how many people each has. The bouncer takes realms that are
 * left out for deleted ones, so each upload has all of them. Writes what the bouncer answers about each. Does not throw.
 */
export async function uploadRealms({
  config,
  d1,
  purpose = purposes.push_realms,
}: Upload): Promise<BouncerFailure | undefined> {
  let failure: BouncerFailure | undefined
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    failure = await upload({ config, d1, purpose })
    if (failure?.retry !== 'never') break
  }
  if (failure) {
    const { code, msg, retry } = failure
    logLine(retry === 'later' ? 'warn' : 'error', 'push_realms_not_uploaded', { code, msg })
    // A server error says nothing about the realms.
    if (retry !== 'later') await writeUploadRefused(d1)
  }
  return failure
}

/** Two realms may upload at the same time. Then the bouncer refuses the events of one, because it has later ones. */
const MAX_TRIES = 3

async function upload({ config, d1, purpose }: Required<Upload>): Promise<BouncerFailure | undefined> {
  const status = await askBouncer(config, { path: 'server/analytics/status' }, purpose)
  if (!status.ok) return status
  const last = v.safeParse(statusShape, status.fields)
  const realms = await withoutDuplicates(d1)
  const uploaded = withEvents(realms, last.success ? last.output.last_realmauditlog_id : 0)
  const answer = await askBouncer(config, { path: 'server/analytics', form: formOf(uploaded) }, purpose)
  if (!answer.ok) return answer
  const { output, success } = v.safeParse(answerShape, answer.fields)
  if (success) await writeAnswers(d1, uploaded, output.realms)
  return undefined
}

/** Uploads the realms each hour: the bouncer takes an upload of more than two days ago for stale. */
export async function uploadRealmsHourly(config: Config, d1: D1): Promise<void> {
  if (config.push_bouncer.url === '' || (await pushRealmsAfter(d1, '', 1)).length === 0) return
  await uploadRealms({ config, d1 })
}

type ReadRealm = PushRealm & { id: number; uuid: string; counts: People }

/** Returns all realms. Of two realms with one UUID, which came from one copy, only the first one is given. */
async function withoutDuplicates(d1: D1): Promise<ReadRealm[]> {
  const realms = new Map<string, ReadRealm>()
  for (let after = ''; ;) {
    const page = await pushRealmsAfter(d1, after, REALMS_PER_PAGE)
    for (const realm of page) {
      const { id, uuid } = v.parse(factsShape, parseJson(realm.facts))
      const counts = v.parse(peopleShape, parseJson(realm.people))
      if (!realms.has(uuid)) realms.set(uuid, { ...realm, id, uuid, counts })
    }
    if (page.length < REALMS_PER_PAGE) return [...realms.values()]
    after = page.at(-1)?.realm_id ?? ''
  }
}

/** Numbers the events that the bouncer does not have. If it lost some, it receives those of their realms again. */
function withEvents(realms: readonly ReadRealm[], last: number): (ReadRealm & { isNew: boolean })[] {
  let [id, events] = [last, 0]
  return realms.map((realm) => {
    const isNew = (realm.audit_id === null || realm.audit_id > last) && events < MAX_EVENTS
    if (isNew) events++
    return isNew ? { ...realm, audit_id: ++id, isNew } : { ...realm, isNew }
  })
}

function formOf(realms: readonly (ReadRealm & { isNew: boolean })[]): Record<string, string> {
  const rows = realms
    .filter(({ isNew }) => isNew)
    .map(({ audit_id, id, changed_at, event_type, counts }) => ({
      id: audit_id,
      realm: id,
      event_time: changed_at,
      backfilled: false,
      event_type,
      extra_data: extraData(counts),
    }))
  return {
    realm_counts: '[]',
    installation_counts: '[]',
    realmauditlog_rows: JSON.stringify(rows),
    realms: `[${realms.map(({ facts }) => facts).join(',')}]`,
    version: JSON.stringify(SVC_VERSION),
    merge_base: JSON.stringify(''),
    api_feature_level: JSON.stringify(SVC_FEATURE_LEVEL),
  }
}

async function writeAnswers(
  d1: D1,
  realms: readonly ReadRealm[],
  answers: v.InferOutput<typeof answerShape>['realms'],
): Promise<void> {
  const written = realms.map(({ realm_id, people, audit_id, uuid }) => ({
    realm_id,
    people,
    audit_id,
    can_push: answers[uuid]?.can_push === true ? 1 : 0,
    ends_at: answers[uuid]?.expected_end_timestamp ?? null,
  }))
  for (let first = 0; first < written.length; first += REALMS_PER_PAGE)
    await writeUploaded(d1, written.slice(first, first + REALMS_PER_PAGE))
}
