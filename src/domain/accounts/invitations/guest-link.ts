/** A link by which people who have no account become guests of one channel. */
export type GuestLink = {
  id: number
  stream_id: number
  created_by_user_id: number
  created_at: number
  expires_at: number
  max_uses: number
  uses: number
  /** Whether the accounts of its guests are deactivated when the link ends. */
  guests_leave: boolean
  /** `leaving`: the link has ended, and the alarm deactivates its guests. */
  state: 'open' | 'leaving' | 'ended'
  seed: string // the secret of the link is derived from it
}
