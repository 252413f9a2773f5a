import * as v from 'valibot'
import { list, naturalNumber, oneOf, optional, boolean, text } from '../../../../api/params'
import { endpoint, step } from '../../../../edge'
import type { Realm } from '../../../../realm'
import { randomKey } from '../../../../store/random-key'
import { humans } from '../../../people/users/callers'
import type { User } from '../../../people/users/user'
import { outsideAtEdge, sentFrom } from '../../../realm/settings/outside-policy'
import { callDoesNotExist, notPermittedToJoinCalls, notPermittedToShow, participantDoesNotExist } from '../rules'
import { forgetSources, keepDownSession, keepPublished, requireShowing } from './actions'
import {
  callHasNoMediaServer,
  LAYERS,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_MID_CHARACTERS,
  MAX_TRACKS_AT_ONCE,
  mediaServerFailed,
  PROBLEMS,
  SOURCES,
} from './media-rules'
import {
  answerOffer,
  closeTracks,
  createSession,
  publishTracks,
  subscribeTracks,
  updateTracks,
  type MediaServer,
} from './media-server'
import { MAX_PASS_CHARACTERS, OFFER_CHARACTERS, PASS_SECONDS, passFor, sessionOfPass, spend } from './pass'
import { locatorOf, mediaOf, requireMediaSeat } from './seat-media'

const seat = { call_id: naturalNumber(), participant: naturalNumber() }
const mid = text(MAX_MID_CHARACTERS)
const description = text(MAX_DESCRIPTION_CHARACTERS)
const ofOther = { participant: naturalNumber(), source: oneOf(SOURCES) }
const errors = [
  callDoesNotExist,
  notPermittedToJoinCalls,
  participantDoesNotExist,
  callHasNoMediaServer,
  mediaServerFailed,
]
/** A description of a connection, with the largest number of tracks. */
const bodyLimit = 1_000_000

const publish = endpoint.twoStep({
  route: 'POST /parley/calls/:call_id/publish',
  summary: 'Publish tracks at the media server of a call, with the offer of a connection that only sends.',
  note: 'With `fresh`, the connection is a new one, and all that was published before ends. The next request may be sent when the answer is applied.',
  caller: humans,
  params: {
    ...seat,
    sdp: description,
    fresh: optional(boolean(), false),
    tracks: list(v.strictObject({ mid, source: oneOf(SOURCES) }), SOURCES.length),
  },
  returns: { sdp: v.string() },
  errors: [...errors, notPermittedToShow],
  bodyLimit,
  decide: (realm: Realm, actor, { fresh, tracks, ...name }) => {
    const found = requireMediaSeat(realm, actor, name)
    requireShowing(
      realm,
      actor,
      found,
      tracks.map(({ source }) => source),
    )
    return { begun: { at: found.at, up: fresh ? null : mediaOf(found.peer.facts).up } }
  },
  work: async (edge, { at: decided, up }, { sdp, tracks, call_id, participant }) => {
    const at = sentFrom(edge, decided)
    const session_id = up ?? (await createSession(at))
    const named = tracks.map(({ mid: place, source }) => ({ mid: place, trackName: source }))
    const sources = tracks.map(({ source }) => source)
    return {
      call_id,
      participant,
      session_id,
      sources,
      sdp: await publishTracks(at, session_id, { sdp, tracks: named }),
    }
  },
  finish: (realm, actor: User, { sdp, ...published }: Parameters<typeof keepPublished>[2] & { sdp: string }) => {
    keepPublished(realm, actor, published)
    return { sdp }
  },
})

const unpublish = endpoint.decision({
  route: 'POST /parley/calls/:call_id/unpublish',
  summary: 'End tracks that the client published at the media server of a call.',
  caller: humans,
  params: { ...seat, tracks: list(v.strictObject({ mid, source: oneOf(SOURCES) }), SOURCES.length) },
  returns: {},
  errors,
  decide: (realm: Realm, actor, { tracks, ...name }) => {
    const found = requireMediaSeat(realm, actor, name)
    const { up } = mediaOf(found.peer.facts)
    forgetSources(
      realm,
      found,
      tracks.map(({ source }) => source),
    )
    return { at: found.at, up }
  },
  present: async (edge, { at, up }, { tracks }) => {
    if (up !== null) {
      const mids = tracks.map((track) => track.mid)
      await closeTracks(sentFrom(edge, at), up, mids)
    }
    return {}
  },
})

type Kept = { call_id: number; participant: number; session_id: string }

const keepDown = step((realm, actor: User, { session_id, ...name }: Kept): object => {
  keepDownSession(realm, actor, name, session_id)
  return {}
})

const subscribe = endpoint.decision({
  route: 'POST /parley/calls/:call_id/subscribe',
  summary: 'Receive tracks of other participants from the media server of a call.',
  note: 'The answer has an offer, if a track is there. Answer it with `POST /parley/calls/{call_id}/answer` before the next request. With `fresh`, the connection is a new one. A track that is not there has a `problem`: `silent` (nothing came from it yet), `later`, `gone` (begin with `fresh`) or `failed`.',
  caller: humans,
  params: {
    ...seat,
    fresh: optional(boolean(), false),
    tracks: list(v.strictObject({ ...ofOther, layer: optional(oneOf(LAYERS)) }), MAX_TRACKS_AT_ONCE),
  },
  returns: {
    sdp: v.nullable(v.string()),
    pass: v.nullable(v.string()),
    tracks: v.array(
      v.strictObject({
        ...ofOther,
        mid: v.optional(v.string()),
        problem: v.optional(v.picklist(PROBLEMS)),
      }),
    ),
  },
  errors,
  steps: { keepDown },
  needsSteps: () => false,
  decide: (realm: Realm, actor, { fresh, tracks, ...name }) => {
    const found = requireMediaSeat(realm, actor, name)
    const requested = tracks.flatMap((track) => {
      const { participant, source, layer } = track
      const locator = participant === name.participant ? undefined : locatorOf(realm, found, track)
      return locator ? [{ participant, source, locator: { ...locator, preferredRid: layer } }] : []
    })
    return { at: found.at, requested, down: fresh ? null : mediaOf(found.peer.facts).down }
  },
  present: async (edge, { at: decided, requested, down }, { call_id, participant }) => {
    const at = sentFrom(edge, decided)
    if (requested.length === 0) return { sdp: null, pass: null, tracks: [] }
    const expires_at = edge.now() + PASS_SECONDS
    const session_id = down ?? (await createSession(at))
    const { sdp = null, tracks } = await subscribeTracks(
      at,
      session_id,
      requested.map(({ locator }) => locator),
    )
    if (down === null) await edge.ask(keepDown, { call_id, participant, session_id })
    const { realm_name, credential } = edge
    const claim = {
      realm_name,
      credential,
      call_id,
      participant,
      session_id,
      expires_at,
      offer: randomKey(OFFER_CHARACTERS),
    }
    return {
      sdp,
      pass: sdp === null ? null : passFor(at.sfu.secret, claim),
      tracks: requested.map(({ locator: _, ...track }, index) => ({ ...track, ...tracks[index] })),
    }
  },
})

/** The session in which a participant receives. */
type Receiving = { at: MediaServer; down: string | null }

const answer = endpoint.decision({
  route: 'POST /parley/calls/:call_id/answer',
  summary: 'Answer the offer of the media server of a call.',
  note: 'With the `pass` that came with the offer, the Worker answers once without the realm, for 15 seconds.',
  caller: humans,
  params: { ...seat, sdp: description, pass: optional(text(MAX_PASS_CHARACTERS)) },
  returns: {},
  errors,
  bodyLimit,
  carried: (edge, { call_id, participant, pass }) => {
    const { sfu } = edge.config.calls
    const { realm_name, credential } = edge
    const claim = { realm_name, credential, call_id, participant, now: edge.now() }
    const down = sfu && pass ? sessionOfPass(pass, sfu.secret, claim) : undefined
    return sfu && pass && down !== undefined && spend(pass)
      ? { at: { sfu, policy: outsideAtEdge(edge) }, down }
      : undefined
  },
  decide: (realm: Realm, actor, { sdp: _, pass: __, ...name }): Receiving => {
    const { at, peer } = requireMediaSeat(realm, actor, name)
    return { at, down: mediaOf(peer.facts).down }
  },
  present: async (edge, { at, down }, { sdp }) => {
    if (down === null) throw mediaServerFailed({ problem: 'gone' })
    await answerOffer(sentFrom(edge, at), down, sdp)
    return {}
  },
})

const chooseLayers = endpoint.decision({
  route: 'POST /parley/calls/:call_id/layers',
  summary: 'Choose the sizes of the pictures that the client receives, or end tracks that it does not show.',
  caller: humans,
  params: {
    ...seat,
    tracks: optional(list(v.strictObject({ ...ofOther, mid, layer: oneOf(LAYERS) }), MAX_TRACKS_AT_ONCE), []),
    ended: optional(list(mid, MAX_TRACKS_AT_ONCE), []),
  },
  returns: {},
  errors,
  decide: (realm: Realm, actor, { tracks, ended: _, ...name }) => {
    const found = requireMediaSeat(realm, actor, name)
    const changed = tracks.flatMap((track) => {
      const locator = locatorOf(realm, found, track)
      return locator ? [{ ...locator, mid: track.mid, preferredRid: track.layer }] : []
    })
    return { at: found.at, changed, down: mediaOf(found.peer.facts).down }
  },
  present: async (edge, { at: decided, changed, down }, { ended }) => {
    if (down === null) return {}
    const at = sentFrom(edge, decided)
    if (changed.length > 0) await updateTracks(at, down, changed)
    await closeTracks(at, down, ended)
    return {}
  },
})

export const mediaEndpoints = [publish, unpublish, subscribe, answer, chooseLayers]
