import { useState } from 'react';

import { Button } from '#src/ui/elements/button.tsx';
import { Dialog } from '#src/ui/feedback/dialog.tsx';

interface SubmitAsNewProps {
  /** The reference of the lead whose outcome is unknown. */
  reference: string;
  /** Called before the form is submitted. */
  onConfirm: () => void;
}

/**
 * Submits the form as a new lead, after a warning, if it is unknown whether the first lead was
 * created.
 */
export function SubmitAsNew({ reference, onConfirm }: SubmitAsNewProps) {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsked(true)}>Submit as a new lead</Button>
      {isAsked && (
        <Dialog
          title="Submit it as a new lead?"
          onClose={() => setIsAsked(false)}
          actions={
            <>
              <Button
                variant="main"
                onClick={({ currentTarget: { form } }) => {
                  onConfirm();
                  setIsAsked(false);
                  form?.requestSubmit();
                }}
              >
                Submit anyway
              </Button>
              <Button onClick={() => setIsAsked(false)}>Cancel</Button>
            </>
          }
        >
          <p>
            {`If the first one did arrive, the lender will have this lead twice. First look there for the reference ${reference}.`}
          </p>
        </Dialog>
      )}
    </>
  );
}
