export type Privacy = 'webPublic' | 'public' | 'private' | 'protected'

type Channel = { is_web_public: boolean; invite_only: boolean; history_public_to_subscribers: boolean }

export function privacyOf(channel: Channel): Privacy {
  if (channel.is_web_public) return 'webPublic'
  if (!channel.invite_only) return 'public'
  return channel.history_public_to_subscribers ? 'private' : 'protected'
}

/** Returns the parameters that make a channel so. `POST /channels/create` and `PATCH /streams` name one of them differently. */
export const privacyFields = (privacy: Privacy) => ({
  is_private: privacy === 'private' || privacy === 'protected',
  is_web_public: privacy === 'webPublic',
  history_public_to_subscribers: privacy !== 'protected',
})
