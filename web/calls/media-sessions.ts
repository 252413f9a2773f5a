import type { Client } from '../client/client'
import type { Claim } from './call-socket'
import type { Encryption } from './encryption'
import type { Tracks } from './peer'
import { createReceiving, type Receiving } from './receiving'
import { createSending, type Sending } from './sending'

export type Options = {
  client: Client
  claim: Claim
  configuration: RTCConfiguration
  tracks: () => Tracks
  encryption: Encryption
  /** Called when a track comes, or when a connection changes. */
  changed: () => void
}

/** The connections to the media server. Each has a session there, which its first request begins. */
export type Sessions = { sending: Sending; receiving: Receiving }

/** The sessions in use, and those before a restart until media come over the new ones: pictures stay meanwhile. */
export function openSessions(options: Options) {
  let now = open(options)
  let old: Sessions | undefined

  function dropOld(): void {
    if (old) close(old)
    old = undefined
    options.changed()
  }

  return {
    now: () => now,
    old: () => old,
    dropOld,
    /** Opens new sessions. A session that could not be opened replaces no old one. */
    renew(): void {
      if (old) close(now)
      else old = now
      now = open(options)
    },
    close(): void {
      dropOld()
      close(now)
    },
  }
}

const open = (options: Options): Sessions => ({ sending: openSending(options), receiving: openReceiving(options) })

function close({ sending, receiving }: Sessions): void {
  sending.close()
  receiving.close()
}

function openSending({ client: { ask }, claim, configuration, tracks, encryption, changed }: Options): Sending {
  const place = { call_id: claim.call_id, participant: claim.participant }
  let fresh = true
  return createSending({
    configuration,
    tracks,
    encryption,
    changed,
    async publish(sdp, published) {
      const answer = await ask('POST /parley/calls/:call_id/publish', { ...place, sdp, fresh, tracks: published })
      fresh = false
      return answer.sdp
    },
    unpublish: async (published) =>
      void (await ask('POST /parley/calls/:call_id/unpublish', { ...place, tracks: published })),
  })
}

function openReceiving({ client: { ask }, claim, configuration, encryption, changed }: Options): Receiving {
  const place = { call_id: claim.call_id, participant: claim.participant }
  let fresh = true
  return createReceiving({
    configuration,
    encryption,
    changed,
    async subscribe(tracks) {
      const answer = await ask('POST /parley/calls/:call_id/subscribe', { ...place, fresh, tracks })
      // Without a track, the media server was not asked.
      if (answer.tracks.length > 0) fresh = false
      return answer
    },
    answer: async (sdp, pass) =>
      void (await ask('POST /parley/calls/:call_id/answer', { ...place, sdp, ...(pass === null ? {} : { pass }) })),
    choose: async (ended, tracks) =>
      void (await ask('POST /parley/calls/:call_id/layers', { ...place, ended, tracks })),
  })
}
