import {
  namedKeyForm,
  type NamedKeyForm,
  namedKeyLimits,
} from '#contract/portal/api-keys/named-keys.ts';
import { ShortForm } from '#src/forms/short-form.tsx';
import { useTextForm } from '#src/forms/use-text-form.ts';
import { Select } from '#src/ui/form/select.tsx';
import { TextInput } from '#src/ui/form/text-input.tsx';

interface NewKeyDialogProps {
  onSubmit: (values: NamedKeyForm) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the name, rights and end of a new API key. */
export function NewKeyDialog({ onSubmit, onClose }: NewKeyDialogProps) {
  const form = useTextForm(namedKeyForm);
  return (
    <ShortForm
      form={form}
      submitLabel="Create API key"
      pendingText="Creating the API key"
      failureTitle="Couldn’t create the API key"
      dialog={{ title: 'New API key', onClose }}
      onSubmit={onSubmit}
    >
      <TextInput
        label="Name"
        hint="The program that uses it, e.g. CRM."
        maxLength={namedKeyLimits.name}
        autoComplete="off"
        {...form.control('name')}
      />
      <Select
        label="Access"
        options={[
          { value: 'full', label: 'Everything that I can do' },
          { value: 'read-only', label: 'Read only' },
        ]}
        {...form.control('rights')}
      />
      <Select
        label="Expires"
        options={[
          { value: '30', label: 'After 30 days' },
          { value: '90', label: 'After 90 days' },
          { value: '365', label: 'After a year' },
          { value: '', label: 'Never' },
        ]}
        defaultValue="365"
        {...form.control('days')}
      />
    </ShortForm>
  );
}
