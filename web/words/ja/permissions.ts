// The name of each permission of the organization, channels and groups, and one sentence about it, in Japanese.

import type {
  channelPermissionWords as Channel,
  groupPermissionWords as Group,
  realmPermissionWords as Realm,
} from '../en-permissions'

export const realmPermissionWords: typeof Realm = {
  can_access_all_users_group: {
    name: '全ユーザーの閲覧',
    text: 'それ以外の人には、チャンネルや会話をともにするユーザーだけが見えます。',
  },
  can_add_custom_emoji_group: { name: '絵文字の追加', text: '追加した絵文字は全員が使えます。' },
  can_add_subscribers_group: {
    name: 'ほかの人のチャンネルへの追加',
    text: '自分が閲覧できるチャンネルに追加できます。',
  },
  can_create_bots_group: { name: 'すべての種類のボットの作成', text: '読み書きをするボットです。' },
  can_create_groups: { name: 'グループの作成', text: 'グループはメンションや権限の付与に使えます。' },
  can_create_private_channel_group: { name: '非公開チャンネルの作成', text: '参加者だけに表示されます。' },
  can_create_public_channel_group: {
    name: '公開チャンネルの作成',
    text: 'すべてのメンバーが見つけて読めます。',
  },
  can_create_web_public_channel_group: {
    name: 'Web公開チャンネルの作成',
    text: 'インターネット上の誰でも読めます。',
  },
  can_create_write_only_bots_group: {
    name: '書き込み専用ボットの作成',
    text: '外部サービスが受信Webhookで書き込むためのボットです。',
  },
  can_delete_any_message_group: { name: 'すべてのメッセージの削除', text: 'いつでも削除できます。' },
  can_delete_own_message_group: { name: '自分のメッセージの削除', text: '削除できる時間内に限ります。' },
  can_invite_users_group: { name: 'メールでの招待', text: '1通の招待は1人用です。' },
  can_manage_all_groups: { name: 'すべてのグループの管理', text: 'メンバー、名前、権限を変更できます。' },
  can_manage_billing_group: { name: 'プランの管理', text: 'サーバーの運営者が料金を求める場合に使います。' },
  can_mention_many_users_group: {
    name: '大きなチャンネルでの@allの使用',
    text: 'チャンネルの全員に通知が届きます。',
  },
  can_move_messages_between_channels_group: {
    name: '別のチャンネルへのメッセージの移動',
    text: '移動できる時間内に限ります。',
  },
  can_move_messages_between_topics_group: {
    name: '別のトピックへのメッセージの移動',
    text: '移動できる時間内に限ります。',
  },
  can_resolve_topics_group: { name: 'トピックの解決', text: '未解決に戻すこともできます。' },
  can_set_delete_message_policy_group: {
    name: 'チャンネルで削除できる人の決定',
    text: '自分が管理するチャンネルに限ります。',
  },
  can_set_topics_policy_group: {
    name: 'チャンネルのトピック方針の決定',
    text: '自分が管理するチャンネルに限ります。',
  },
  can_summarize_topics_group: { name: '要約と翻訳', text: 'オーナーが言語モデルを選んでいる場合に使えます。' },
  create_multiuse_invite_group: { name: '招待リンクの作成', text: 'リンクを知っている人は誰でも加入できます。' },
  direct_message_initiator_group: {
    name: 'ダイレクトメッセージの開始',
    text: 'それ以外の人は返信だけができます。',
  },
  direct_message_permission_group: {
    name: 'ダイレクトメッセージへの参加',
    text: '会話には、この権限を持つ人が少なくとも1人必要です。',
  },
  parley_can_create_automations_group: {
    name: '自動処理の作成',
    text: '作成した人の権限で動作します。',
  },
  parley_can_create_guest_links_group: {
    name: 'ゲストリンクの作成',
    text: 'リンクを知っている人は誰でも 1 つのチャンネルに書き込めます。',
  },
  parley_can_join_calls_group: { name: '通話への参加', text: '閲覧できる会話の通話に参加できます。' },
  parley_can_search_everything_group: {
    name: 'すべてを検索',
    text: 'オーナーのみ:全員のすべてのメッセージ。保全が残した削除済みのものも含みます。',
  },
  parley_can_share_screens_group: { name: '通話での画面共有', text: '参加できる通話で共有できます。' },
  parley_can_start_calls_group: { name: '通話の開始', text: '書き込める会話で開始できます。' },
  workplace_users_group: {
    name: '職場の人',
    text: 'プランによっては、ほかの人と別に数えられます。権限は変わりません。',
  },
}

export const channelPermissionWords: typeof Channel = {
  can_administer_channel_group: {
    name: 'チャンネルの管理',
    text: '名前、説明、公開範囲、権限を変更できます。',
  },
  can_add_subscribers_group: { name: 'ほかの人の追加', text: '組織全体でこの権限を持つ人に加えて許可します。' },
  can_remove_subscribers_group: { name: 'ほかの人を退出させる', text: 'このチャンネルから退出させます。' },
  can_subscribe_group: { name: '自分で参加', text: '非公開チャンネルでも参加できます。' },
  can_create_topic_group: { name: 'トピックを始める', text: 'ほかの人は既存のトピックに書き込みます。' },
  can_send_message_group: { name: '書き込み', text: 'それ以外の人は読むだけです。' },
  can_resolve_topics_group: { name: 'トピックの解決', text: '組織全体でこの権限を持つ人に加えて許可します。' },
  can_move_messages_within_channel_group: {
    name: 'チャンネル内でのメッセージの移動',
    text: '別のトピックへ、いつでも移動できます。',
  },
  can_move_messages_out_of_channel_group: {
    name: 'チャンネル外へのメッセージの移動',
    text: '別のチャンネルへ、いつでも移動できます。',
  },
  can_delete_any_message_group: { name: 'すべてのメッセージの削除', text: 'このチャンネルで有効です。' },
  can_delete_own_message_group: {
    name: '自分のメッセージの削除',
    text: 'このチャンネルで、削除できる時間内に限ります。',
  },
}

export const groupPermissionWords: typeof Group = {
  can_manage_group: { name: 'グループの管理', text: '名前、メンバー、権限を変更できます。' },
  can_add_members_group: { name: 'メンバーの追加', text: 'ほかのグループも追加できます。' },
  can_remove_members_group: { name: 'メンバーの削除', text: 'ほかのグループも外せます。' },
  can_join_group: { name: '加入', text: '追加されなくても、自分で加入できます。' },
  can_leave_group: { name: '脱退', text: '外されなくても、自分で抜けられます。' },
  can_mention_group: { name: 'グループへのメンション', text: 'メンションすると全メンバーに通知されます。' },
}
