import type { Directory } from '../../template'

const HOSTILE = '<img src=x onerror="alert(1)">\'&lt;'

/** Every user, group, channel and emoji exists, and each has HTML in its name. */
export const hostileDirectory: Directory = {
  userByName: (name) => ({ user_id: 7, full_name: HOSTILE + name, is_active: !name.includes('gone') }),
  userById: (user_id) => ({ user_id, full_name: HOSTILE, is_active: true }),
  groupByName: (name) => ({ id: 3, name: HOSTILE + name }),
  channelByName: (name) => ({ stream_id: 5, name: `${HOSTILE}${name}\ud800` }),
  emojiByName: (name) => ({ name, source_url: '/user_avatars/1/emoji/"><script>.png' }),
  pictureByPath: () => ({
    content_type: 'image/png"><script>',
    width: 1,
    height: 1,
    isAnimated: true,
    state: 'shown',
    thumbnail_url: '/user_uploads/thumbnail/"><script>/840x560.webp',
  }),
}
