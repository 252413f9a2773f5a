// The name of each permission of the organization, channels and groups, and one sentence about it, in Arabic.

import type {
  channelPermissionWords as Channel,
  groupPermissionWords as Group,
  realmPermissionWords as Realm,
} from '../en-permissions'
import { isolated } from './grammar'

export const realmPermissionWords: typeof Realm = {
  can_access_all_users_group: {
    name: 'رؤية كل الأشخاص',
    text: 'لا يرى الآخرون إلا من يشاركونهم قناة أو محادثة.',
  },
  can_add_custom_emoji_group: { name: 'إضافة رموز تعبيرية', text: 'يمكن للجميع استخدامها.' },
  can_add_subscribers_group: { name: 'إضافة مشتركين', text: 'إلى القنوات التي يمكنهم رؤيتها.' },
  can_create_bots_group: { name: 'إنشاء أي روبوت', text: 'روبوتات تقرأ وتكتب.' },
  can_create_groups: { name: 'إنشاء مجموعات', text: 'تمكن الإشارة إلى المجموعات ومنحها أذونات.' },
  can_create_private_channel_group: { name: 'إنشاء قنوات خاصة', text: 'لا يراها إلا المشتركون.' },
  can_create_public_channel_group: {
    name: 'إنشاء قنوات عامة',
    text: 'يمكن لكل الأعضاء العثور عليها وقراءتها.',
  },
  can_create_web_public_channel_group: {
    name: 'إنشاء قنوات عامة على الويب',
    text: 'يمكن لأي شخص على الإنترنت قراءتها.',
  },
  can_create_write_only_bots_group: {
    name: 'إنشاء روبوتات تكتب فقط',
    text: 'تكتب الخدمات بواسطتها عبر ويب هوك وارد.',
  },
  can_delete_any_message_group: { name: 'حذف أي رسالة', text: 'في أي وقت.' },
  can_delete_own_message_group: { name: 'حذف رسائلهم', text: 'خلال مهلة الحذف.' },
  can_invite_users_group: { name: 'الدعوة بالبريد الإلكتروني', text: 'كل دعوة لشخص واحد.' },
  can_manage_all_groups: { name: 'إدارة كل المجموعات', text: 'أعضاؤها وأسماؤها وأذوناتها.' },
  can_manage_billing_group: { name: 'إدارة الخطط', text: 'إذا كان مشغّل الخادم يطلب الدفع.' },
  can_mention_many_users_group: {
    name: `استخدام ${isolated('@all')} في القنوات الكبيرة`,
    text: 'يصل إشعار إلى كل من في القناة.',
  },
  can_move_messages_between_channels_group: {
    name: 'نقل الرسائل إلى قنوات أخرى',
    text: 'خلال مهلة النقل.',
  },
  can_move_messages_between_topics_group: {
    name: 'نقل الرسائل إلى مواضيع أخرى',
    text: 'خلال مهلة النقل.',
  },
  can_resolve_topics_group: { name: 'تحديد المواضيع كمحلولة', text: 'أو كغير محلولة من جديد.' },
  can_set_delete_message_policy_group: {
    name: 'تقرير من يحذف في قناة',
    text: 'في القنوات التي يديرونها.',
  },
  can_set_topics_policy_group: { name: 'تقرير قواعد مواضيع القناة', text: 'في القنوات التي يديرونها.' },
  can_summarize_topics_group: { name: 'التلخيص والترجمة', text: 'بالنموذج اللغوي، إن اختار المالكون واحدًا.' },
  create_multiuse_invite_group: { name: 'إنشاء روابط دعوة', text: 'يمكن لكل من لديه الرابط الانضمام.' },
  direct_message_initiator_group: { name: 'بدء محادثات مباشرة', text: 'يمكن للآخرين الرد فقط.' },
  direct_message_permission_group: {
    name: 'المشاركة في محادثات مباشرة',
    text: 'تحتاج كل محادثة إلى شخص واحد على الأقل لديه هذا الإذن.',
  },
  parley_can_create_automations_group: {
    name: 'إنشاء عمليات آلية',
    text: 'تعمل بصلاحيات الشخص الذي أنشأها.',
  },
  parley_can_create_guest_links_group: {
    name: 'إنشاء روابط للضيوف',
    text: 'يمكن لكل من لديه الرابط الكتابة في قناة واحدة.',
  },
  parley_can_join_calls_group: { name: 'الانضمام إلى المكالمات', text: 'في المحادثات التي يمكنهم قراءتها.' },
  parley_can_search_everything_group: {
    name: 'البحث في كل شيء',
    text: 'للمالكين فقط: كل رسائل كل الأشخاص، وكذلك المحذوفة التي يبقيها الحفظ القانوني.',
  },
  parley_can_share_screens_group: { name: 'مشاركة الشاشة في المكالمات', text: 'حيث يمكنهم الانضمام إلى المكالمات.' },
  parley_can_start_calls_group: { name: 'بدء المكالمات', text: 'في المحادثات التي يمكنهم الكتابة فيها.' },
  workplace_users_group: {
    name: 'أفراد مكان العمل',
    text: 'قد تحسبهم الخطة بطريقة مختلفة عن غيرهم. لا يمنح ذلك أي إذن.',
  },
}

export const channelPermissionWords: typeof Channel = {
  can_administer_channel_group: {
    name: 'إدارة القناة',
    text: 'اسمها ووصفها وخصوصيتها وأذوناتها.',
  },
  can_add_subscribers_group: { name: 'إضافة مشتركين', text: 'إضافة إلى من يمكنهم ذلك في كل مكان.' },
  can_remove_subscribers_group: { name: 'إلغاء اشتراك الآخرين', text: 'في هذه القناة.' },
  can_subscribe_group: { name: 'الاشتراك بأنفسهم', text: 'حتى إذا كانت القناة خاصة.' },
  can_create_topic_group: { name: 'بدء المواضيع', text: 'يكتب الآخرون في المواضيع الموجودة.' },
  can_send_message_group: { name: 'الكتابة', text: 'يمكن للآخرين القراءة فقط.' },
  can_resolve_topics_group: {
    name: 'تحديد المواضيع كمحلولة',
    text: 'إضافة إلى من يمكنهم ذلك في كل مكان.',
  },
  can_move_messages_within_channel_group: {
    name: 'نقل الرسائل داخل القناة',
    text: 'إلى مواضيع أخرى، في أي وقت.',
  },
  can_move_messages_out_of_channel_group: {
    name: 'نقل الرسائل إلى خارج القناة',
    text: 'إلى قنوات أخرى، في أي وقت.',
  },
  can_delete_any_message_group: { name: 'حذف أي رسالة', text: 'في هذه القناة.' },
  can_delete_own_message_group: { name: 'حذف رسائلهم', text: 'في هذه القناة، خلال مهلة الحذف.' },
}

export const groupPermissionWords: typeof Group = {
  can_manage_group: { name: 'إدارة المجموعة', text: 'اسمها وأعضاؤها وأذوناتها.' },
  can_add_members_group: { name: 'إضافة أعضاء', text: 'ومجموعات أخرى.' },
  can_remove_members_group: { name: 'إزالة أعضاء', text: 'ومجموعات أخرى.' },
  can_join_group: { name: 'الانضمام', text: 'من دون أن يضيفهم أحد.' },
  can_leave_group: { name: 'المغادرة', text: 'من دون أن يزيلهم أحد.' },
  can_mention_group: { name: 'الإشارة إلى المجموعة', text: 'يصل إشعار بالإشارة إلى كل الأعضاء.' },
}
