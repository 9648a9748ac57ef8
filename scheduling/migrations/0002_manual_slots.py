from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("scheduling", "0001_initial")]

    operations = [migrations.RenameIndex("timeslot", new_name="manual_slots", old_name="slots_by_hand")]
