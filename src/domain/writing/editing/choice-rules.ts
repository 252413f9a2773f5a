import { Visibility, type VisibilityPolicy } from '../../channels/user-topics/rules'

const FROM_LEAST_VISIBLE: readonly VisibilityPolicy[] = [
  Visibility.muted,
  Visibility.none,
  Visibility.unmuted,
  Visibility.followed,
]

/** What a topic is to somebody that two became, which were something else each: nobody misses what they wanted to see. */
export const moreVisible = (a: VisibilityPolicy, b: VisibilityPolicy): VisibilityPolicy =>
  FROM_LEAST_VISIBLE.indexOf(a) > FROM_LEAST_VISIBLE.indexOf(b) ? a : b
