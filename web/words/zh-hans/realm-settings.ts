// The name of each setting of the organization, one sentence about it, and its options, in Simplified Chinese.

import type { realmSettingWords as English } from '../en-realm-settings'

export const realmSettingWords: typeof English = {
  name: { name: '名称', text: '组织的名称，显示在每个客户端的顶部。' },
  description: { name: '描述', text: '人们加入之前会看到。支持 Markdown。' },
  org_type: {
    name: '组织类型',
    text: '帮助新成员了解这是什么地方。',
    options: {
      0: '未说明',
      10: '企业',
      20: '开源项目',
      30: '教育（非营利）',
      35: '教育（营利）',
      40: '研究',
      50: '活动或会议',
      60: '非营利组织（已注册）',
      70: '政府',
      80: '政治团体',
      90: '社区',
      100: '个人',
      1000: '其他',
    },
  },
  default_language: { name: '语言', text: '用于新成员和机器人的消息。' },
  welcome_message_custom_text: { name: '欢迎消息', text: 'Welcome Bot 会将它发给新成员。支持 Markdown。' },

  invite_required: { name: '仅限受邀加入', text: '关闭后，任何拥有允许地址的人都可以加入。' },
  emails_restricted_to_domains: {
    name: '仅限允许的域名',
    text: '新成员的邮箱地址必须属于列表中的域名。',
  },
  disallow_disposable_email_addresses: {
    name: '禁止一次性邮箱',
    text: '拒绝已知的临时邮箱服务。',
  },
  enable_spectator_access: {
    name: '无账号读者',
    text: '互联网上的任何人都可以阅读网络公开频道。',
  },
  parley_public_pages_indexed: {
    name: '允许搜索引擎收录公开页面',
    text: '网络公开频道有供无账号读者阅读的页面。此项允许搜索引擎收录这些页面。',
  },
  want_advertise_in_communities_directory: {
    name: '列入社区名录',
    text: '开放社区的名录可以列出本组织。',
  },
  send_welcome_emails: { name: '欢迎邮件', text: '新成员会收到介绍入门步骤的邮件。' },
  waiting_period_threshold: {
    name: '成为正式成员所需天数',
    text: '新成员在这么多天后成为正式成员。',
  },
  parley_passkey_login: { name: '通行密钥', text: '成员可以用通行密钥登录。' },
  parley_factor_required_of: {
    name: '谁需要第二因素',
    text: '这些角色的用户必须先添加通行密钥或一次性验证码，才能继续。',
    options: {
      none: '无人',
      owners: '所有者',
      administrators: '管理员和所有者',
      moderators: '版主及以上',
      members: '成员及以上',
      everyone: '所有人，包括访客',
    },
  },
  parley_factor_required: {
    name: '哪些因素有效',
    text: '其他网站无法索取通行密钥，因此它能防范假冒的登录页面。',
    options: { any: '通行密钥和一次性验证码', passkey: '仅通行密钥' },
  },
  parley_scim_manages_owners: { name: '由目录服务管理所有者', text: '目录服务可以更改和停用所有者。' },
  parley_agents_enabled: {
    name: '智能代理',
    text: '成员可以连接由语言模型控制的程序。关闭后，已连接的智能代理不能进行任何操作。',
  },
  parley_session_idle_days: {
    name: '闲置登录的有效天数',
    text: '超过这段时间未使用的浏览器会被退出登录。',
  },
  parley_session_absolute_days: { name: '任何登录的有效天数', text: '到期后，每个浏览器都必须重新登录。' },
  parley_keep_in_browsers: {
    name: '浏览器保留消息',
    text: '消息可立即打开，没有网络时也可以。关闭后，浏览器会删除已保留的内容。',
  },
  parley_language_model: {
    name: '语言模型',
    text: '有人要求时，它会总结和翻译，这时会读取消息。',
    options: { none: '无', platform: '平台的模型', address: '指定地址' },
  },
  parley_language_model_url: {
    name: '模型的地址',
    text: '聊天补全 API 的完整地址，例如 https://models.example.com/v1/chat/completions。',
  },
  parley_language_model_name: { name: '模型的名称', text: 'API 中的名称。平台有一个常用模型。' },
  parley_speech_model_name: {
    name: '语音消息模型的名称',
    text: '有人要求时，它会写下所说的内容。没有名称时，指定地址没有这种模型，平台则使用通常的模型。',
  },
  parley_language_model_requests: { name: '每天的提问数', text: '所有人合计。之后模型休息。' },
  parley_gif_service: {
    name: 'GIF 服务',
    text: '人们在其中搜索 GIF 和贴纸。',
    options: { none: '无', giphy: 'GIPHY', klipy: 'KLIPY', address: '指定地址' },
  },
  parley_gif_url: {
    name: '服务的地址',
    text: '与 Tenor 第 2 版相同的 API 的地址，例如 https://gifs.example.com/v2。',
  },
  parley_audit_log_days: { name: '审计日志保留天数', text: '更早的记录会被删除。' },

  require_unique_names: { name: '名称不可重复', text: '两个人不能使用相同的名称。' },
  name_changes_disabled: { name: '仅管理员可更改名称', text: '成员不能更改自己的名称。' },
  email_changes_disabled: {
    name: '仅管理员可更改邮箱地址',
    text: '成员不能更改自己的地址。',
  },
  avatar_changes_disabled: {
    name: '仅管理员可更改头像',
    text: '成员不能更改自己的头像。',
  },
  default_avatar_source: {
    name: '新成员的头像',
    text: '直到他们上传自己的头像。',
    options: { G: '来自 Gravatar，根据其地址', J: '由本服务器绘制的图案' },
  },
  presence_disabled: { name: '隐藏在线状态', text: '任何人都看不到绿点。' },
  enable_read_receipts: { name: '已读回执', text: '成员可以看到谁读过某条消息。' },
  enable_guest_user_indicator: { name: '标明访客', text: '客户端会在其名称旁标注“访客”。' },
  enable_guest_user_dm_warning: {
    name: '给访客发私信前提醒',
    text: '客户端会在输入框上方显示提醒。',
  },
  send_channel_events_messages: {
    name: '频道变更通知',
    text: '频道的变更也会作为消息发到该频道。',
  },

  allow_message_editing: {
    name: '成员可以编辑自己的消息',
    text: '移动消息和标记话题已解决有单独的权限。',
  },
  message_content_edit_limit_seconds: { name: '编辑消息的时限', text: '超过时限后，内容不能再更改。' },
  message_content_delete_limit_seconds: {
    name: '删除消息的时限',
    text: '适用于可以删除自己消息的成员。',
  },
  move_messages_within_stream_limit_seconds: {
    name: '移到其他话题的时限',
    text: '版主也可以移动更早的消息。',
  },
  move_messages_between_streams_limit_seconds: {
    name: '移到其他频道的时限',
    text: '版主也可以移动更早的消息。',
  },
  message_edit_history_visibility_policy: {
    name: '谁能看到以前的版本',
    text: '指编辑或移动过的消息。',
    options: { all: '所有人可看到编辑和移动', moves: '所有人可看到移动', none: '无人可看到' },
  },
  message_retention_days: {
    name: '消息保留天数',
    text: '适用于没有单独规定的所有频道，以及私信。',
  },
  topics_policy: {
    name: '没有话题的消息',
    text: '各频道可以另行决定。',
    options: { allow_empty_topic: '进入综合讨论', disable_empty_topic: '必须有话题' },
  },
  default_code_block_language: { name: '代码块的语言', text: '用于没有注明语言的代码块，例如 python。' },

  inline_image_preview: { name: '显示链接的图片', text: '经由此服务器，显示在消息下方。' },
  inline_url_embed_preview: { name: '显示链接的网页', text: '显示网页的标题和描述。' },
  media_preview_size: {
    name: '消息中图片的大小',
    text: '消息中显示的图片和视频的大小。',
    options: { 100: '100%', 150: '150%', 200: '200%' },
  },
  gif_rating_policy: {
    name: '动图（GIF）',
    text: '客户端可以提供哪些动图。',
    options: { 0: '无', 1: 'G 级', 2: 'PG 级', 3: 'PG-13 级', 4: 'R 级' },
  },
  video_chat_provider: {
    name: '视频通话',
    text: '通话使用的服务。',
    options: { 0: '无', 1: 'Jitsi Meet', 3: 'Zoom', 4: 'BigBlueButton', 5: 'Zoom' },
  },
  jitsi_server_url: { name: 'Jitsi 服务器地址', text: '填写“default”则使用此部署的服务器。' },

  digest_emails_enabled: { name: '每周摘要', text: '离开一段时间的成员会收到错过的内容。' },
  digest_weekday: {
    name: '发送摘要的日子',
    text: '按每位成员的时区。',
    options: { 0: '星期一', 1: '星期二', 2: '星期三', 3: '星期四', 4: '星期五', 5: '星期六', 6: '星期日' },
  },
  message_content_allowed_in_email_notifications: {
    name: '邮件中包含消息正文',
    text: '关闭后，邮件只说明谁在哪里发了消息。',
  },
  require_e2ee_push_notifications: {
    name: '手机通知必须加密',
    text: '无法解密的设备不会收到任何通知。',
  },

  moderation_request_channel_id: {
    name: '接收举报的频道',
    text: '被举报的消息会发到这里，因此必须是私有频道。',
  },
  new_stream_announcements_stream_id: {
    name: '公告新频道的频道',
    text: '机器人会公告每个新的公开频道。',
  },
  signup_announcements_stream_id: { name: '公告新成员的频道', text: '机器人会公告每位新成员。' },
  svc_update_announcements_stream_id: { name: '公告服务器动态的频道', text: '机器人会公告新功能。' },
}
