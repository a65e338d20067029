import { useEffect, useRef, useState } from 'react';

import { announce } from '#src/ui/elements/announcer.tsx';

/**
 * Returns whether a part of the page is being edited, and what starts and ends that. After editing,
 * the focus returns to `editButton`. `onEditing` is told when it starts and when it ends.
 */
export function useEditing(onEditing?: (isEditing: boolean) => void) {
  const [mode, setMode] = useState<'fresh' | 'editing' | 'edited'>('fresh');
  const editButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (mode === 'edited') editButton.current?.focus();
  }, [mode]);

  return {
    isEditing: mode === 'editing',
    editButton,
    handleEdit: () => {
      setMode('editing');
      onEditing?.(true);
    },
    /** Ends the editing, and announces its result. */
    handleDone: (news: string) => {
      setMode('edited');
      onEditing?.(false);
      announce(news);
    },
  };
}
