import type { ReadOnlyRealm } from '../../../realm'
import { isLinkGuest } from './rules'
import type { User } from './user'

const LINK_GUEST_MIB = 10

/** Returns the size that a file of the user may have, in MiB. */
export function uploadLimitOf({ config }: ReadOnlyRealm, user: User | undefined): number {
  const { max_file_upload_size_mib } = config
  return user && isLinkGuest(user) ? Math.min(LINK_GUEST_MIB, max_file_upload_size_mib) : max_file_upload_size_mib
}
