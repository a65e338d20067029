import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';

import { accountEndpoints } from './accounts.ts';
import { apiKeyEndpoints } from './api-keys.ts';
import { namedKeyEndpoints } from './api-keys/named-keys.ts';
import { attachmentEndpoints } from './attachments.ts';
import { auditEndpoints } from './audit/audit.ts';
import { bulkChangeEndpoints } from './bulk-changes.ts';
import { dealEndpoints } from './deals.ts';
import { enteredKeyEndpoints } from './entered-keys.ts';
import { exportEndpoints } from './exports.ts';
import { historyEndpoints } from './history.ts';
import { homeEndpoints, todoEndpoints } from './home.ts';
import { listColumnEndpoints } from './lists/list-columns.ts';
import { listCountEndpoints } from './lists/list-counts.ts';
import { unreadEndpoints } from './lists/unread.ts';
import { liveEndpoints } from './live/live.ts';
import { brokerDetailEndpoints } from './new-lead/broker-details.ts';
import { draftEndpoints } from './new-lead/drafts.ts';
import { duplicateLeadEndpoints } from './new-lead/duplicate-leads.ts';
import { ownAccountEndpoints } from './own-account.ts';
import { partnerEndpoints } from './partners.ts';
import { managedAccountEndpoints } from './people/managed-accounts.ts';
import { requestEndpoints } from './requests.ts';
import { searchEndpoints } from './search.ts';
import { secondFactorEndpoints } from './second-factor/second-factor.ts';
import { signInEndpoints } from './sign-in.ts';
import { stageTimeEndpoints } from './stage-times.ts';
import { viewEndpoints } from './views.ts';

/** All endpoints under `/portal`, which the specification leaves to the web interface. */
export const web = {
  ...accountEndpoints,
  ...signInEndpoints,
  ...ownAccountEndpoints,
  ...secondFactorEndpoints,
  ...managedAccountEndpoints,
  ...apiKeyEndpoints,
  ...enteredKeyEndpoints,
  ...partnerEndpoints,
  ...attachmentEndpoints,
  ...auditEndpoints,
  ...namedKeyEndpoints,
  ...bulkChangeEndpoints,
  ...brokerDetailEndpoints,
  ...dealEndpoints,
  ...draftEndpoints,
  ...duplicateLeadEndpoints,
  ...homeEndpoints,
  ...stageTimeEndpoints,
  ...todoEndpoints,
  ...exportEndpoints,
  ...historyEndpoints,
  ...listColumnEndpoints,
  ...listCountEndpoints,
  ...liveEndpoints,
  ...requestEndpoints,
  ...unreadEndpoints,
  ...viewEndpoints,
  ...searchEndpoints,
  ...bulkUploadEndpoints,
};
