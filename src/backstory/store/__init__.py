"""The files on disk: places, record files, journal, snapshots, archive. Every durable write passes the gate here."""
